import type { z } from 'zod';

/** How long a server elsewhere may take for one answer, in milliseconds. */
export const requestTimeoutMs = 10_000;

/** The longest answer that is read, in bytes. */
export const maxResponseBytes = 256 * 1024;

/**
 * Asks a server that the operator named. It goes to the address that it is given and nowhere else, waits for so
 * long and reads so much.
 *
 * @param url one of the operator's settings; never what a user gave, for which there is `postToUserAddress`
 * @returns its answer, in the shape that was asked for
 * @throws Error if it does not answer in time, refuses, leads elsewhere, or answers something else or too much
 */
export async function fetchJson<T>(
  url: string,
  shape: z.ZodType<T>,
  init: RequestInit = {},
): Promise<T> {
  const headers = new Headers(init.headers);
  headers.set('accept', 'application/json');
  headers.set('user-agent', 'Dakiya');
  const signal = AbortSignal.timeout(requestTimeoutMs);
  const response = await fetch(url, { ...init, headers, signal, redirect: 'error' });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${new URL(url).pathname} answered ${response.status}`);
  }
  return shape.parse(JSON.parse(await readText(response)));
}

/** The size is counted as it comes: what the answer says of itself need not be so. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) return Buffer.concat(chunks).toString('utf8');
    length += chunk.value.byteLength;
    chunks.push(chunk.value);
    if (length <= maxResponseBytes) continue;
    await reader?.cancel();
    throw new Error(`an answer is longer than ${maxResponseBytes} bytes`);
  }
}
