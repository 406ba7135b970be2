/** The first capacity, in bytes: enough for a single message. */
const initialCapacity = 1_024;

/**
 * Collects the chunks of a body up to a limit, in one buffer that grows by doubling. Kept as chunks, a body of 1 MiB that
 * is sent byte by byte would take some 200 MiB.
 *
 * @param max in bytes; what exceeds it is not kept
 */
export function createBodyBytes(max: number) {
  let buffer: Buffer = Buffer.alloc(0);
  let length = 0;
  return {
    add(chunk: Uint8Array): void {
      const kept = Math.min(chunk.byteLength, max - length);
      if (length + kept > buffer.byteLength) {
        const capacity = Math.max(length + kept, buffer.byteLength * 2, initialCapacity);
        const larger = Buffer.allocUnsafeSlow(Math.min(capacity, max));
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      buffer.set(chunk.subarray(0, kept), length);
      length += kept;
    },
    get bytes(): Uint8Array<ArrayBuffer> {
      return new Uint8Array(buffer.buffer as ArrayBuffer, buffer.byteOffset, length);
    },
  };
}
