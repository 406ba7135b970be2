import type { FuzzResponse } from './send.ts';

/** Internals that no response may contain. */
const leaks =
  /node_modules|\bat (?:async )?[\w.]+ \(?(?:file:|\/)|PrismaClient|ECONNREFUSED|syntax error at or near/;

/** Node returns this status before the request reaches the server's code, so without a request id. */
const headersTooLarge = 431;

/** Checks what holds for every response. @returns the problem, or null */
export function checkAnyResponse({
  status,
  text,
  secrets,
  requestId,
}: FuzzResponse): string | null {
  if (status >= 500) return `${status}: ${text.slice(0, 300)}`;
  if (leaks.test(text)) return `the response contains internals: ${leaks.exec(text)?.[0]}`;
  const shown = secrets.find((secret) => text.includes(secret));
  if (shown) return `the response contains ${shown}, which belongs to another account`;
  return requestId || status === headersTooLarge ? null : 'the response has no x-request-id';
}
