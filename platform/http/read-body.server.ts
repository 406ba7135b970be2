import type { IncomingMessage } from 'node:http';

const emptyBody = new Uint8Array();

/**
 * Reads a request's body, up to one byte more than `max`.
 *
 * @returns the bytes, and whether they are the whole body
 * @throws Error if the connection ends too early
 */
export async function readBody(
  incoming: IncomingMessage,
  max: number,
): Promise<{ bytes: Uint8Array; whole: boolean }> {
  if (!('content-length' in incoming.headers) && !('transfer-encoding' in incoming.headers)) {
    return { bytes: emptyBody, whole: true };
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= max) return;
      incoming.pause();
      resolve({ bytes: Buffer.concat(chunks).subarray(0, max + 1), whole: false });
    });
    incoming.on('end', () => {
      const [only] = chunks;
      resolve({
        bytes: chunks.length === 1 && only ? only : Buffer.concat(chunks),
        whole: true,
      });
    });
    incoming.on('error', reject);
    incoming.on('close', () => reject(new Error('the connection ended within a request')));
  });
}
