import { countFields, maxFields } from '#app/api/pipeline/read-input.server.ts';
import { runPipeline } from '#app/api/pipeline/run-pipeline.server.ts';
import { commonHeaders, failure } from '#app/api/respond.server.ts';
import { createFinder } from '#app/api/router.server.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import type { PlainHandler, PlainResponse, RequestHeaders } from '#platform/http/api-adapter.ts';
import { newId } from '#platform/ids.ts';
import { isForm, readFields, readForm, withHeaders } from '../read-form.server.ts';
import { msg91Endpoints } from './msg91-endpoints.server.ts';

export const msg91Prefix = '/compat/msg91/';

/** Finds the endpoints at a path below MSG91's. */
export const findMsg91Endpoints = createFinder('/', msg91Endpoints);

const queryOf = (url: string) => url.split(/\?(.*)/s, 2)[1] ?? '';

/**
 * Returns the headers with the API key moved to the header in which our API expects it. MSG91's callers send the key as
 * `authkey` in a header, the query or the body.
 */
export function withAuthkey(url: string, headers: RequestHeaders, body?: unknown): RequestHeaders {
  const inBody = typeof body === 'string' ? body : undefined;
  const key = headers.get('authkey') ?? new URLSearchParams(queryOf(url)).get('authkey') ?? inBody;
  return withHeaders(headers, {
    ...{ 'content-type': 'application/json', 'x-api-id': null, 'x-api-key': null },
    authorization: key ? `Bearer ${key}` : null,
  });
}

/**
 * MSG91's error codes for API keys, with their messages. `418` means that the caller's address is not
 * allowed.
 */
const codes: Record<string, [code: string, message?: string]> = {
  missing_credentials: ['106', 'Missing Authentication Key'],
  invalid_credentials: ['207', 'Invalid authentication key'],
  key_inactive: ['207'],
  key_expired: ['207'],
  address_not_allowed: ['418'],
  message_limit_reached: ['301'],
  api_call_limit_reached: ['301'],
};

/**
 * Converts a response of the pipeline to MSG91's format. MSG91 reports errors with the status 200, and its callers read
 * `type`. A failure on our side keeps its status, so that callers retry.
 */
function toMsg91Response(response: PlainResponse): PlainResponse {
  if (response.status < 400) return { ...response, status: 200 };
  const { headers } = response;
  const { code, message, requestId } = JSON.parse(String(response.body)).error;
  const [ownCode, ownMessage] = codes[code] ?? [];
  const body = {
    ...{ type: 'error', message: ownMessage ?? message, ...(ownCode && { code: ownCode }) },
    ...{ error: code, request_id: requestId },
  };
  return {
    status: response.status >= 500 ? response.status : 200,
    headers,
    body: JSON.stringify(body),
  };
}

/** Reads the parameters of a call: first those of the query, then those of the body, which may be a form or JSON. */
function readParameters(
  url: string,
  headers: RequestHeaders,
  bytes: Uint8Array,
): Record<string, unknown> {
  const query = readFields(queryOf(url));
  if (bytes.byteLength === 0) return query;
  if (isForm(headers)) return { ...query, ...readForm(headers, bytes) };
  if (countFields(bytes) > maxFields) {
    const message = 'The request body has too many fields.';
    throw new DomainError('invalid_parameter', { message });
  }
  try {
    const body = JSON.parse(Buffer.from(bytes).toString());
    if (typeof body === 'object' && body !== null && !Array.isArray(body))
      return { ...query, ...body };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new DomainError('invalid_json', {
    message: 'Send the body as a JSON object or as a form.',
  });
}

/** @throws DomainError `invalid_json` for parameters that are nested thousands of levels deep: they can be read, but not written */
function toBody(parameters: Record<string, unknown>): Buffer {
  try {
    return Buffer.from(JSON.stringify(parameters));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new DomainError('invalid_json', { message: 'The body is nested too deeply.' });
  }
}

/**
 * Answers a call of a program that was written for MSG91. Programs may also use GET to send and verify
 * codes.
 */
export const answerMsg91: PlainHandler = async (request, context) => {
  const [pathname = ''] = request.url.split('?', 1);
  const found = findMsg91Endpoints(pathname);
  try {
    if (!found) {
      const message = 'Dakiya supports no MSG91 call at this path.';
      throw new DomainError('not_found', { message });
    }
    const read = readParameters(request.url, request.headers, context.rawBody);
    const { authkey, ...parameters } = read;
    context.rawBody = toBody(parameters);
    if (context.method === 'GET' && /\/otp/i.test(pathname)) context.method = 'POST';
    const headers = withAuthkey(request.url, request.headers, authkey);
    // The path without the query, because the query may contain the key.
    const call = { request: { url: pathname, headers }, params: found.params, context };
    return toMsg91Response(await runPipeline(found.endpoints, call));
  } catch (error) {
    const requestId = newId('req');
    return toMsg91Response(failure(error, requestId, commonHeaders(requestId)));
  }
};
