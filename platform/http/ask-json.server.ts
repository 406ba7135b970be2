import type { z } from 'zod';

/** How long a provider may take for one answer, in milliseconds. */
export const patienceMs = 10_000;

/**
 * Asks a provider for something.
 *
 * @returns its answer, in the shape that was asked for
 * @throws Error if it does not answer in time, refuses, or answers something else
 */
export async function askProvider<T>(
  url: string,
  shape: z.ZodType<T>,
  init: RequestInit = {},
): Promise<T> {
  const headers = new Headers(init.headers);
  headers.set('accept', 'application/json');
  headers.set('user-agent', 'Dakiya');
  const signal = AbortSignal.timeout(patienceMs);
  const response = await fetch(url, { ...init, headers, signal, redirect: 'error' });
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}`);
  return shape.parse(await response.json());
}
