import type { HttpCall } from '../call.ts';

/** An answer as it came. */
export type Result = {
  status: number;
  /** From sending to the last byte, in milliseconds. */
  tookMs: number;
  headers: [name: string, value: string][];
  /** JSON in lines, or as it came if it is none. */
  body: string;
};

/** The headers that say something about the call. */
const telling = [
  'x-request-id',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'idempotent-replayed',
];

/** The headers of an answer that are shown. */
export const pickTellingHeaders = (headers: Headers): Result['headers'] =>
  telling.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as [string, string]];
  });

/** How long an answer may take, in milliseconds. */
export const patience = 30_000;

/**
 * Makes a call for real, without the cookies of this site, which the API would not look at.
 *
 * @throws if there was no answer
 */
export async function sendCall({ method, address, headers, body }: HttpCall): Promise<Result> {
  const began = performance.now();
  const response = await fetch(address, {
    method,
    headers,
    credentials: 'omit',
    signal: AbortSignal.timeout(patience),
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return {
    status: response.status,
    tookMs: Math.round(performance.now() - began),
    headers: pickTellingHeaders(response.headers),
    body: inLines(text),
  };
}

function inLines(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
