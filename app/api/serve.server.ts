import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { countApiCall, uncountApiCall } from '#domain/billing/usage/count-api-call.ts';
import type { ApiKeyOwner, Caller } from '#domain/identity/api-keys/contract.browser.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { guardSensitive } from '#domain/identity/sessions/guard-sensitive.ts';
import { dltErrorTexts } from '#domain/shared/dlt-error-texts.browser.ts';
import { DomainError, type ErrorCode } from '#domain/shared/errors.browser.ts';
import type { ApiRequestContext } from '#platform/http/fetch-adapter.ts';
import { newId } from '#platform/ids.ts';
import { logger, withLogContext } from '#platform/logger.ts';
import { confirmRefusal, rememberReads, withNewReads } from '#platform/ttl-cache.ts';
import type { Endpoint, EndpointResult } from './endpoint.ts';
import { httpStatusByErrorCode } from './http-status-by-error-code.ts';
import { logFailedCall } from './log-failed-call.server.ts';
import { authenticate, findCaller } from './pipeline/authenticate.server.ts';
import { isForm, readForm, toFormContent } from './pipeline/read-form.server.ts';
import {
  parseInput,
  readBody,
  readIdempotency,
  rejectUnknownFields,
  rejectUnsupportedFields,
} from './pipeline/read-input.server.ts';
import { withinBodyBudget } from './pipeline/within-body-budget.server.ts';
import { failure, success } from './respond.server.ts';

/** Requests under `/api` come through the API adapter only, so the context is complete. */
type Args = Pick<LoaderFunctionArgs | ActionFunctionArgs, 'request' | 'params'> & {
  context: ApiRequestContext;
};

/**
 * Creates the loader and action of a resource route: it picks the endpoint by method, runs the request
 * through the pipeline, and always responds in the envelope.
 */
export function serve(...endpoints: Endpoint[]) {
  return (args: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> => {
    const { request, params } = args;
    const context = args.context as ApiRequestContext;
    const requestId = newId('req');
    const headers = new Headers({ 'x-request-id': requestId, 'cache-control': 'no-store' });
    const running: Running = { request, params, context, requestId, headers, keyOwner: null };
    return withLogContext({ requestId }, async () => {
      try {
        const endpoint = pick(endpoints, context.method, headers);
        context.endpoint = endpoint.path;
        return success(endpoint, await run(endpoint, running), request.headers, headers);
      } catch (error) {
        return failure(error, requestId, headers);
      }
    });
  };
}

function pick(endpoints: Endpoint[], method: string, headers: Headers): Endpoint {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const endpoint = endpoints.find((candidate) => candidate.method === wanted);
  if (endpoint) return endpoint;
  headers.set('allow', endpoints.map((candidate) => candidate.method).join(', '));
  throw new DomainError('method_not_allowed');
}

type Running = Pick<Args, 'request' | 'params' | 'context'> & {
  requestId: string;
  headers: Headers;
  /** The key's owner, once known, while failed calls may be logged for them. */
  keyOwner: ApiKeyOwner | null;
};

/** Runs a call, and logs a failed one for the key's owner. */
async function run(endpoint: Endpoint, running: Running): Promise<EndpointResult> {
  // An endpoint that takes a list refuses its items one by one, in a response that is a success.
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

/** Runs the pipeline in order: authentication, rate limits, input, then the verb. */
async function carryOut(endpoint: Endpoint, running: Running): Promise<EndpointResult> {
  const { request, context, headers } = running;
  const onKeyOwner = (keyOwner: ApiKeyOwner | null) => {
    running.keyOwner = keyOwner;
  };
  const caller = await authenticate(endpoint, { request, client: context, headers, onKeyOwner });
  /** What the key may do, its settings and its month may have changed since they were cached. */
  const asNow = async () =>
    caller && 'keyId' in caller ? findCaller({ request, client: context, onKeyOwner }) : caller;
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
 * Whether the call failed by the caller's error. `api_call_limit_reached` is excluded: no call was left to
 * count.
 */
const isCallerError = (error: unknown) =>
  error instanceof DomainError &&
  httpStatusByErrorCode[error.code] < 500 &&
  error.code !== 'api_call_limit_reached';

/** Errors that may be due to what was cached of the caller, its DLT registry or its OTP services; nothing has changed then. */
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
  const query = readQuery(request);
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
  // A test key's call is charged to no month.
  if (!caller.livemode) return endpoint.handle({ ...call, caller });
  const handle = async () => endpoint.handle({ ...call, caller });
  return endpoint.apiCall === 'counted' ? countCall(caller, handle) : handle();
}

/** Test keys have a scope of their own, so that a test cannot take the response of what was really sent. */
const toIdempotencyScope = (caller: Caller | SignedInUser): string =>
  'keyId' in caller && !caller.livemode ? `${caller.userId}|test` : caller.userId;

/** Counts a call unless it fails or returns an earlier response. It is counted first, as there may be none left. */
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
        logger.warn({ error, periodId }, 'could not uncount a failed or repeated call'),
      );
    }
  }
}

function readQuery(request: Request): Record<string, string> {
  return Object.fromEntries(new URL(request.url).searchParams);
}
