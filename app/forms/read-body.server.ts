/** What is answered to a form that is larger than any of ours. */
export const payloadTooLarge = () => new Response('This form is too large.', { status: 413 });

/** So much more of a body that is too long is taken and thrown away, in bytes. */
const maxThrownAway = 64 * 1024 * 1024;

/**
 * Reads a request's body, which is given up as soon as it is too long. The rest is thrown away while
 * the answer goes out: to cut it off would cut the answer off too, and a browser that cannot send on
 * does not look at what comes back.
 *
 * @returns its first bytes, `max` at most, and whether they are all of it
 * @throws Response 400 if who sends it goes away in the middle, which is no fault of ours
 */
export async function readBody(
  request: Request,
  max: number,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; whole: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const chunk = await reader?.read().catch(refuseHalf);
    if (!chunk || chunk.done) return { bytes: new Uint8Array(Buffer.concat(chunks)), whole: true };
    length += chunk.value.byteLength;
    chunks.push(chunk.value);
    if (length <= max) continue;
    void throwAway(reader);
    return { bytes: new Uint8Array(Buffer.concat(chunks).subarray(0, max)), whole: false };
  }
}

function refuseHalf(error: Error & { code?: string }): never {
  if (error.code === 'ECONNRESET')
    throw new Response('The form was cut off. Please submit it again.', { status: 400 });
  throw error;
}

async function throwAway(reader: ReadableStreamDefaultReader<Uint8Array> | undefined) {
  let left = maxThrownAway;
  try {
    while (left > 0) {
      const chunk = await reader?.read();
      if (!chunk || chunk.done) return;
      left -= chunk.value.byteLength;
    }
  } catch {
    // Whoever sent it has gone, and nobody waits for what they sent.
  }
}
