import type { z } from 'zod';
import { product } from '#product.ts';

/** Timeout of a request, in milliseconds. */
export const requestTimeoutMs = 10_000;

/** Largest response that is read, in bytes. */
export const maxResponseBytes = 256 * 1024;

/**
 * Fetches JSON from a server that the operator's settings name. Follows no redirects, and limits time and size.
 *
 * @param url an address from the operator's settings; for addresses from users use `postToUserAddress`
 * @returns the parsed response
 * @throws Error on a timeout, an error status, a redirect, or a response that does not match or is too large
 */
export async function fetchJson<T>(
  url: string,
  shape: z.ZodType<T>,
  init: RequestInit = {},
): Promise<T> {
  const headers = new Headers(init.headers);
  headers.set('accept', 'application/json');
  headers.set('user-agent', product.name);
  const signal = AbortSignal.timeout(requestTimeoutMs);
  const response = await fetch(url, { ...init, headers, signal, redirect: 'error' });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${new URL(url).pathname} responded with ${response.status}`);
  }
  return shape.parse(JSON.parse(await readText(response)));
}

/** Counts the bytes as they arrive, because Content-Length may be wrong. */
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
    throw new Error(`the response is longer than ${maxResponseBytes} bytes`);
  }
}
