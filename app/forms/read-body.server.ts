import { createBodyBytes } from '#platform/http/read-body.ts';

/** The response to a form that is larger than any form of this site. */
export const payloadTooLarge = () => new Response('This form is too large.', { status: 413 });

/** How much of the rest of an oversized body is read and discarded, in bytes. */
const maxDiscardedBytes = 64 * 1024 * 1024;

/**
 * Reads a request's body up to a limit. The rest is discarded while the response is sent: closing the
 * connection would cut the response off too, and a browser that cannot finish its upload does not read the
 * response.
 *
 * @returns the first bytes, at most `max`, and whether that is the whole body
 * @throws Response 400 if the client disconnects while sending, which is not a server error
 */
export async function readBody(
  request: Request,
  max: number,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; whole: boolean }> {
  const body = createBodyBytes(max + 1);
  const reader = request.body?.getReader();
  for (;;) {
    const chunk = await reader?.read().catch(rejectTruncated);
    if (!chunk || chunk.done) return { bytes: body.bytes, whole: true };
    body.add(chunk.value);
    if (body.bytes.byteLength <= max) continue;
    void discardRest(reader);
    return { bytes: body.bytes.subarray(0, max), whole: false };
  }
}

function rejectTruncated(error: Error & { code?: string }): never {
  if (error.code === 'ECONNRESET')
    throw new Response('The form was cut off. Please submit it again.', { status: 400 });
  throw error;
}

async function discardRest(reader: ReadableStreamDefaultReader<Uint8Array> | undefined) {
  let left = maxDiscardedBytes;
  try {
    while (left > 0) {
      const chunk = await reader?.read();
      if (!chunk || chunk.done) return;
      left -= chunk.value.byteLength;
    }
  } catch {
    // The client has disconnected, and nothing depends on the rest of its body.
  }
}
