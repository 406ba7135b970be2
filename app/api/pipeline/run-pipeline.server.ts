import { hash } from 'node:crypto';
import { parseMultipart } from '#app/forms/read-form.server.ts';
import { countApiCall, uncountApiCall } from '#domain/billing/usage/count-api-call.ts';
import type { ApiKeyOwner, Caller } from '#domain/identity/api-keys/contract.browser.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { guardSensitive } from '#domain/identity/sessions/guard-sensitive.ts';
import { logFailedRequest } from '#domain/messaging/request-log/log-failed-request.ts';
import { dltErrorTexts } from '#domain/shared/dlt-error-texts.browser.ts';
import { DomainError, type ErrorCode, errorCatalogue } from '#domain/shared/errors.browser.ts';
import type {
  ApiRequestContext,
  PlainRequest,
  PlainResponse,
  RequestHeaders,
} from '#platform/http/api-adapter.ts';
import { newId, timeOfId } from '#platform/ids.ts';
import { logger, withLogContext } from '#platform/logger.ts';
import { parseTraceparent, traceOf, traces } from '#platform/traces.ts';
import { confirmRefusal, rememberReads, withNewReads } from '#platform/ttl-cache.ts';
import type { Endpoint, EndpointResult } from '../endpoint.ts';
import { httpStatusByErrorCode } from '../http-status-by-error-code.ts';
import { commonHeaders, failure, type ResponseHeaders, success } from '../respond.server.ts';
import { authenticate, findCaller } from './authenticate.server.ts';
import {
  parseInput,
  readBody,
  readIdempotency,
  rejectUnknownFields,
  rejectUnsupportedFields,
  requireNoCoding,
  requireWholeBody,
} from './read-input.server.ts';
import { withinBodyBudget } from './within-body-budget.server.ts';

type Call = {
  request: PlainRequest;
  params: Record<string, string>;
  context: ApiRequestContext;
};

/**
 * Runs a request through the pipeline, and always responds in the envelope.
 *
 * @param endpoints the endpoints of the path, one per method
 */
export function runPipeline(
  endpoints: readonly Endpoint[],
  { request, params, context }: Call,
): Promise<PlainResponse> {
  const requestId = newId('req');
  const headers = commonHeaders(requestId);
  const running: Running = { request, params, context, requestId, headers, keyOwner: null };
  const work = traces() ? answerTraced : answer;
  return withLogContext({ requestId }, () => work(endpoints, running), {
    requestId,
    address: context.exactAddress,
    userAgent: request.headers.get('user-agent') ?? '',
  });
}

async function answerTraced(
  endpoints: readonly Endpoint[],
  running: Running,
): Promise<PlainResponse> {
  const response = await answer(endpoints, running);
  traceRequest(running, response);
  return response;
}

async function answer(endpoints: readonly Endpoint[], running: Running): Promise<PlainResponse> {
  const { request, context, requestId, headers } = running;
  try {
    const endpoint = pick(endpoints, context.method, headers);
    context.endpoint = endpoint.path;
    return success(endpoint, await run(endpoint, running), request.headers, headers);
  } catch (error) {
    return failure(error, requestId, headers);
  }
}

/**
 * Traces a request, and names its trace in `traceresponse` (https://www.w3.org/TR/trace-context-2). A caller's trace is
 * linked but not continued: otherwise callers would decide how many traces we keep.
 */
function traceRequest({ request, requestId, context }: Running, response: PlainResponse): void {
  const tracer = traces();
  const isFailed = response.status >= 500;
  if (!tracer?.keeps(requestId, isFailed)) return;
  const trace = traceOf(requestId);
  const { method, endpoint: route } = context;
  const from = parseTraceparent(request.headers.get('traceparent'));
  tracer.add({
    ...trace,
    name: route ? `${method} ${route}` : method,
    kind: 'server',
    startMs: timeOfId(requestId),
    endMs: Date.now(),
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': response.status,
      'dakiya.request.id': requestId,
    },
    error: isFailed ? String(response.status) : null,
    ...(from && { links: [from] }),
  });
  response.headers.set('traceresponse', `00-${trace.traceId}-${trace.spanId}-01`);
}

function pick(endpoints: readonly Endpoint[], method: string, headers: ResponseHeaders): Endpoint {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const endpoint = endpoints.find((candidate) => candidate.method === wanted);
  if (endpoint) return endpoint;
  headers.set('allow', endpoints.map((candidate) => candidate.method).join(', '));
  throw new DomainError('method_not_allowed');
}

type Running = Call & {
  requestId: string;
  headers: ResponseHeaders;
  /**
   * The key's owner, as soon as the owner is known. Null again if failed calls must no longer be logged for this owner.
   */
  keyOwner: ApiKeyOwner | null;
};

/**
 * Pattern of the field names that are stored: words, with list indexes between them. Other names are not stored, because
 * callers choose them, and they may contain a key, a code or a phone number. The pattern excludes names that begin like a key
 * or an id.
 */
const fieldName =
  /^(?=.{1,40}$)(?!(?:.*[._-])?(?:sk|dk)_)[A-Za-z_]+(?:-[A-Za-z_]+)*(?:\.(?:\d{1,3}|[A-Za-z_]+))*$/i;

/** An id in Dakiya's format. */
const ownId = /^[a-z]{3,4}_[0-9A-HJKMNP-TV-Z]{26}$/;

type FailedCall = {
  keyOwner: ApiKeyOwner;
  endpoint: Endpoint;
  params: Record<string, string | undefined>;
  address: string;
  requestId: string;
};

/**
 * Records a failed call in the request log of the key's owner, if the owner has error logging on. Returns without waiting for
 * the write.
 */
function logFailedCall(
  error: unknown,
  { keyOwner, endpoint, params, address, requestId }: FailedCall,
): void {
  if (!keyOwner.settings.errorLogging || !(error instanceof DomainError)) return;
  const { code, param = '' } = error;
  const status = httpStatusByErrorCode[code];
  if (status >= 500) return;
  const isSafeParam = param === '' || fieldName.test(param);
  logFailedRequest({
    userId: keyOwner.userId,
    keyId: keyOwner.keyId,
    method: endpoint.method,
    path: pathOf(endpoint, params),
    status,
    code,
    message: isSafeParam ? error.message : errorCatalogue[code],
    param: isSafeParam && param !== '' ? param : null,
    clientAddress: address,
    requestId,
  });
}

/**
 * The path of a call. Only parameters whose values are ids of ours are filled in, because callers choose all other
 * values.
 */
const pathOf = ({ path }: Endpoint, params: FailedCall['params']) =>
  path.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = params[name] ?? '';
    return ownId.test(value) ? value : place;
  });

/** Runs a call. Logs a failed call for the key's owner. */
async function run(endpoint: Endpoint, running: Running): Promise<EndpointResult> {
  // An endpoint that takes a list rejects items one by one within a successful response. `confirmRefusal` does not
  // confirm such rejections. Therefore such a call uses only values that are read from now on.
  const remember = endpoint.takesList ? withNewReads : rememberReads;
  try {
    return await remember(() => carryOut(endpoint, running));
  } catch (error) {
    const { keyOwner, params, context, requestId } = running;
    const address = context.exactAddress;
    if (keyOwner) logFailedCall(error, { keyOwner, endpoint, params, address, requestId });
    throw error;
  }
}

/** Runs the pipeline in order: authentication, rate limits, input, then `handle`. */
async function carryOut(endpoint: Endpoint, running: Running): Promise<EndpointResult> {
  const { request, requestId, context, headers } = running;
  const onKeyOwner = (keyOwner: ApiKeyOwner | null) => {
    running.keyOwner = keyOwner;
  };
  const identity = { request, requestId, client: context, onKeyOwner };
  const caller = await authenticate(endpoint, { ...identity, headers });
  /** Finds the caller again, because the key's scopes, settings and usage month may have changed since they were cached. */
  const asNow = async () => (caller && 'keyId' in caller ? findCaller(identity) : caller);
  const bytes = context.rawBody.byteLength;
  const { rest, ...result } = await withinBodyBudget(caller, endpoint, bytes, async () => {
    try {
      return await confirmRefusal(
        async (isAgain) => carryOutFor(isAgain ? await asNow() : caller, endpoint, running),
        (outcome) => outcome.status === 'rejected' && mayBeByCache(outcome.reason),
      );
    } catch (error) {
      if (caller && 'periodId' in caller && endpoint.countsRefused && isCallerError(error)) {
        await countApiCall(caller);
      }
      throw error;
    }
  });
  if (!rest) return result;
  context.dropBody?.();
  return rest();
}

/**
 * Whether the call failed because of an error of the caller. `api_call_limit_reached` is excluded: no call was left to count.
 */
const isCallerError = (error: unknown) =>
  error instanceof DomainError &&
  httpStatusByErrorCode[error.code] < 500 &&
  error.code !== 'api_call_limit_reached';

/**
 * Errors that outdated caches of the caller, its DLT registry or its OTP services may cause. A call with such an error has
 * changed nothing.
 */
const byCaches: ReadonlySet<string> = new Set<ErrorCode>([
  ...(Object.keys(dltErrorTexts) as (keyof typeof dltErrorTexts)[]),
  'invalid_parameter',
  'message_too_long',
  'template_not_allowed',
  'otp_service_not_allowed',
  'otp_throttled',
  'recipient_suppressed',
  'rate_limited',
  'message_limit_reached',
  'api_call_limit_reached',
]);

const mayBeByCache = (error: unknown) => error instanceof DomainError && byCaches.has(error.code);

const formWithFiles = /^multipart\/form-data\s*;/i;

/** Whether a request declares its body as a form with files. */
const isForm = (headers: RequestHeaders): boolean =>
  formWithFiles.test(headers.get('content-type') ?? '');

/**
 * Parses a form with files. Of several texts with the same name, the last one counts. If one of several parts with the same
 * name is a file, the form is rejected, so that no file is dropped.
 *
 * @throws DomainError `unsupported_media_type`, `invalid_parameter`, and the errors of `requireWholeBody`
 */
async function readForm(
  { maxBody }: Endpoint,
  headers: RequestHeaders,
  { rawBody, bodyProblem }: ApiRequestContext,
): Promise<Record<string, unknown>> {
  if (!isForm(headers)) {
    const message = 'Send the body as multipart/form-data.';
    throw new DomainError('unsupported_media_type', { message });
  }
  requireNoCoding(headers);
  requireWholeBody(bodyProblem, maxBody);
  const type = headers.get('content-type') ?? '';
  const form = await parseMultipart(rawBody as Uint8Array<ArrayBuffer>, type);
  if (!form) {
    const message = 'The body is not a form, or has too many parts.';
    throw new DomainError('invalid_parameter', { message });
  }
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name);
    if (values.length === 1 || values.every((value) => typeof value === 'string')) continue;
    const message = `The form has ${values.length} parts called \`${name.slice(0, 40)}\`. Send one file per request.`;
    throw new DomainError('invalid_parameter', { param: name.slice(0, 40), message });
  }
  return Object.fromEntries(form);
}

/**
 * The content that is compared to detect a repeated form: the fields in a fixed order, and the hashes of the files. The raw
 * bytes contain a boundary, which clients generate anew for each request.
 */
async function toFormContent(form: Record<string, unknown>): Promise<Uint8Array> {
  const fields = await Promise.all(
    Object.entries(form)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(async ([name, value]) =>
        value instanceof File
          ? [name, { sha256: hash('sha256', new Uint8Array(await value.arrayBuffer())) }]
          : [name, value],
      ),
  );
  return Buffer.from(JSON.stringify(fields));
}

async function carryOutFor(
  caller: Awaited<ReturnType<typeof authenticate>>,
  endpoint: Endpoint,
  { request, params, context, requestId }: Running,
): Promise<EndpointResult> {
  const takesForm = endpoint.form && (!endpoint.body || isForm(request.headers));
  const bodySchema = takesForm ? endpoint.form : endpoint.body;
  const form = takesForm && (await readForm(endpoint, request.headers, context));
  const raw = form || (endpoint.body && readBody(endpoint, request.headers, context));
  const readContent = () => (form ? toFormContent(form) : context.rawBody);
  const query = Object.fromEntries(new URLSearchParams(request.url.split(/\?(.*)/s, 2)[1]));
  if (caller && 'settings' in caller && caller.settings.requestValidation) {
    rejectUnknownFields(endpoint.query, query);
    if (bodySchema) rejectUnknownFields(bodySchema, raw);
  }
  rejectUnsupportedFields(endpoint, raw);
  const call = {
    body: parseInput(bodySchema, raw),
    query: parseInput(endpoint.query, query),
    params: parseInput(endpoint.params, params),
    idempotency: await readIdempotency(
      endpoint,
      request.headers,
      caller && toIdempotencyScope(caller),
      params,
      readContent,
      requestId,
    ),
    client: { address: context.clientAddress, userAgent: request.headers.get('user-agent') ?? '' },
    headers: request.headers,
    raw: context.rawBody,
  };
  // The endpoint's definition gives `handle` the type of its caller.
  if (!caller) return endpoint.handle({ ...call, caller });
  if (!('periodId' in caller)) {
    const guarded = {
      input: call.body,
      from: context.exactAddress,
      isDone: ({ replayed }: EndpointResult) => !replayed,
    };
    return guardSensitive(endpoint.recentSignIn, caller, guarded, () =>
      endpoint.handle({ ...call, caller }),
    );
  }
  // A call with a test key is not charged to a usage month.
  if (!caller.livemode) return endpoint.handle({ ...call, caller });
  const handle = async () => endpoint.handle({ ...call, caller });
  return endpoint.apiCall === 'counted' ? countCall(caller, handle) : handle();
}

/** Test keys have a separate scope, so that a test call cannot get the response of a live one. */
const toIdempotencyScope = (caller: Caller | SignedInUser): string =>
  'keyId' in caller && !caller.livemode ? `${caller.userId}|test` : caller.userId;

/**
 * Counts a call unless it fails or returns an earlier response. The call is counted before it is handled, because the plan may
 * have no call left.
 */
async function countCall(
  caller: Caller,
  handle: () => Promise<EndpointResult>,
): Promise<EndpointResult> {
  const { periodId } = caller;
  await countApiCall(caller);
  const result = await uncountUnlessDone(periodId, handle);
  const { rest, replayed } = result;
  return rest && !replayed ? { ...result, rest: () => uncountUnlessDone(periodId, rest) } : result;
}

async function uncountUnlessDone(
  periodId: string,
  work: () => Promise<EndpointResult>,
): Promise<EndpointResult> {
  let isCounted = false;
  try {
    const result = await work();
    isCounted = !result.replayed;
    return result;
  } finally {
    if (!isCounted) {
      await uncountApiCall(periodId).catch((error) =>
        logger.warn(
          { error, periodId },
          'could not subtract a failed or repeated call from the count of API calls',
        ),
      );
    }
  }
}
