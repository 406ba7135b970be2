import type { HttpCall } from '../call.ts';

/** A response. */
export type Result = {
  status: number;
  /** The time from sending the call to receiving the last byte, in milliseconds. */
  tookMs: number;
  headers: [name: string, value: string][];
  /** Indented JSON, or the text as received. */
  body: string;
};

/** Response headers worth showing. */
const relevantHeaders = [
  'x-request-id',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'idempotent-replayed',
];

/** The relevant headers of a response. */
export const pickTellingHeaders = (headers: Headers): Result['headers'] =>
  relevantHeaders.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as [string, string]];
  });

/** Timeout of a call, in milliseconds. */
export const patience = 30_000;

/**
 * Sends a call without cookies, which the API ignores.
 *
 * @throws if there is no response
 */
export async function sendCall({ method, address, headers, body }: HttpCall): Promise<Result> {
  const startedAt = performance.now();
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
    tookMs: Math.round(performance.now() - startedAt),
    headers: pickTellingHeaders(response.headers),
    body: indent(text),
  };
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
