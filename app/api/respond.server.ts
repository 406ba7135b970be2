import { docUrlOf } from '#domain/shared/doc-url.ts';
import { DomainError, type ErrorCode, errorCatalogue } from '#domain/shared/errors.browser.ts';
import type { PlainResponse, RequestHeaders } from '#platform/http/api-adapter.ts';
import { logger } from '#platform/logger.ts';
import { counter } from '#platform/metrics/instruments.ts';
import { asUnavailable } from '../guard-routes.server.ts';
import type { Endpoint, EndpointResult } from './endpoint.ts';
import { httpStatusByErrorCode } from './http-status-by-error-code.ts';

const contentType = 'application/json; charset=utf-8';

/** The headers of a response, by their names in lower case. */
export type ResponseHeaders = PlainResponse['headers'];

/** The headers that each response of the API has. */
export const commonHeaders = (requestId: string): ResponseHeaders =>
  new Map([
    ['x-request-id', requestId],
    ['cache-control', 'no-store'],
  ]);

/**
 * The response of a success, in the envelope that all endpoints share.
 *
 * @param requestHeaders the headers of the request
 * @param headers the response's headers so far
 */
export function success(
  endpoint: Endpoint,
  result: EndpointResult,
  requestHeaders: RequestHeaders,
  headers: ResponseHeaders,
): PlainResponse {
  if (result.unchanging) return unchanging(result.unchanging, requestHeaders, headers);
  headers.set('content-type', contentType);
  if (result.replayed) headers.set('idempotent-replayed', 'true');
  const { isPending = false, beside, data } = result;
  const envelope = isPending
    ? { status: 'pending', message: endpoint.pendingMessage }
    : { status: 'success', message: endpoint.message };
  const body = endpoint.bare ? data : { ...envelope, ...beside, data };
  const status = isPending ? 202 : endpoint.status;
  return { status, headers, body: JSON.stringify(body) };
}

/** A static result, which clients may cache and revalidate with its ETag (RFC 9110, 13.1.2). */
function unchanging(
  { bytes, etag }: NonNullable<EndpointResult['unchanging']>,
  requestHeaders: RequestHeaders,
  headers: ResponseHeaders,
): PlainResponse {
  headers.set('cache-control', 'no-cache');
  headers.set('etag', etag);
  const known = requestHeaders
    .get('if-none-match')
    ?.split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''));
  if (known?.some((tag) => tag === etag || tag === '*')) {
    return { status: 304, headers, body: null };
  }
  headers.set('content-type', contentType);
  return { status: 200, headers, body: bytes };
}

/** The response of an error, in the envelope of errors. Internal details are never included. */
export function failure(
  error: unknown,
  requestId: string,
  headers = commonHeaders(requestId),
): PlainResponse {
  const domainError = toDomainError(error);
  const { code, message, param, retryAfterSeconds, fields } = domainError;
  countApiError(code);
  headers.set('content-type', contentType);
  if (retryAfterSeconds) headers.set('retry-after', String(retryAfterSeconds));
  const body = {
    status: 'error',
    message,
    error: { code, message, ...(param && { param }), ...fields, docUrl: docUrlOf(code), requestId },
  };
  return { status: httpStatusByErrorCode[code], headers, body: JSON.stringify(body) };
}

/** Converts an unexpected error, which is logged, to `internal`. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const domainError = asUnavailable(error);
  if (domainError instanceof DomainError) return domainError;
  logger.error({ error }, 'API request failed with an unexpected error');
  return new DomainError('internal');
}

const errors = counter<'code'>({
  name: 'dakiya_api_errors_total',
  help: 'API calls that returned an error, by error code.',
  labelNames: ['code'],
  from0: Object.keys(errorCatalogue).map((code) => ({ code })),
});

const countApiError = (code: ErrorCode) => errors.inc({ code });
