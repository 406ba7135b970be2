import { DomainError } from '#domain/shared/errors.ts';
import { logger } from '#platform/logger.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { asUnavailable } from '../as-unavailable.server.ts';
import { paths } from '../paths.ts';
import { countApiError } from './api-error-metrics.server.ts';
import type { Endpoint, EndpointResult } from './endpoint.ts';
import { httpStatusByErrorCode } from './http-status-by-error-code.ts';

const contentType = 'application/json; charset=utf-8';

/**
 * A success in the envelope that every endpoint shares.
 *
 * @param asked the headers of the request
 * @param headers those of the answer so far
 */
export function success(
  endpoint: Endpoint,
  answer: EndpointResult,
  asked: Headers,
  headers: Headers,
): Response {
  if (answer.unchanging) return unchanging(answer.unchanging, asked, headers);
  headers.set('content-type', contentType);
  if (answer.replayed) headers.set('idempotent-replayed', 'true');
  const { isPending = false, beside, data } = answer;
  const outcome = isPending
    ? { status: 'pending', message: endpoint.pendingMessage }
    : { status: 'success', message: endpoint.message };
  const body = endpoint.bare ? data : { ...outcome, ...beside, data };
  const status = isPending ? 202 : endpoint.status;
  return new Response(JSON.stringify(body), { status, headers });
}

/** What does not change: clients may keep it, and ask each time whether it is still so (RFC 9110, 13.1.2). */
function unchanging(
  { bytes, etag }: NonNullable<EndpointResult['unchanging']>,
  asked: Headers,
  headers: Headers,
): Response {
  headers.set('cache-control', 'no-cache');
  headers.set('etag', etag);
  const known = asked
    .get('if-none-match')
    ?.split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''));
  if (known?.some((tag) => tag === etag || tag === '*')) {
    return new Response(null, { status: 304, headers });
  }
  headers.set('content-type', contentType);
  return new Response(bytes, { status: 200, headers });
}

/** Any error in its envelope: what the caller may know, and not a word more. */
export function failure(error: unknown, requestId: string, headers: Headers): Response {
  const told = toTold(error);
  const { code, message, param, retryAfterSeconds } = told;
  countApiError(code);
  headers.set('content-type', contentType);
  if (retryAfterSeconds) headers.set('retry-after', String(retryAfterSeconds));
  const docUrl = `${serverSettings.PUBLIC_URL}${paths.docsSection('api-reference')}#${code}`;
  const body = {
    status: 'error',
    message,
    error: { code, message, ...(param && { param }), docUrl, requestId },
  };
  return new Response(JSON.stringify(body), { status: httpStatusByErrorCode[code], headers });
}

function toTold(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const told = asUnavailable(error);
  if (told instanceof DomainError) return told;
  logger.error({ error }, 'API request failed with an unexpected error');
  return new DomainError('internal');
}
