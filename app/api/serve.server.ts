import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { countApiCall } from '#domain/billing/usage/count-api-call.server.ts';
import type { ApiKeyOwner } from '#domain/identity/api-keys/contract.ts';
import { DomainError } from '#domain/shared/errors.ts';
import type { ApiRequestContext } from '#platform/http/fetch-adapter.server.ts';
import { newId } from '#platform/ids.server.ts';
import { withLogContext } from '#platform/logger.ts';
import type { Endpoint, EndpointResult } from './endpoint.ts';
import { httpStatusByErrorCode } from './http-status-by-error-code.ts';
import { logFailedCall } from './log-failed-call.server.ts';
import { authenticate } from './pipeline/authenticate.server.ts';
import { inCurrentMonth } from './pipeline/in-current-month.server.ts';
import { parseInput, rejectUnknownFields } from './pipeline/parse-input.ts';
import { readBody } from './pipeline/read-body.ts';
import { readIdempotency } from './pipeline/read-idempotency.server.ts';
import { failure, success } from './respond.server.ts';

/** Paths under `/api` come over the bridge alone, so its context is whole. */
type Args = Pick<LoaderFunctionArgs | ActionFunctionArgs, 'request' | 'params'> & {
  context: ApiRequestContext;
};

/**
 * The loader and action of a resource route: finds the endpoint for the method, takes the request
 * through the pipeline, and answers in the one envelope, whatever happens.
 */
export function serve(...endpoints: Endpoint[]) {
  return (args: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> => {
    const { request, params } = args;
    const context = args.context as ApiRequestContext;
    const requestId = newId('req');
    const headers = new Headers({ 'x-request-id': requestId, 'cache-control': 'no-store' });
    const running: Running = { request, params, context, requestId, headers, holder: null };
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
  /** Whose key was presented, once it is known and as long as they are told what is refused. */
  holder: ApiKeyOwner | null;
};

/** Carries a call out. One that is refused is noted for the key's owner. */
async function run(endpoint: Endpoint, running: Running): Promise<EndpointResult> {
  try {
    return await carryOut(endpoint, running);
  } catch (error) {
    const { holder, params, context, requestId } = running;
    const address = context.exactAddress;
    if (holder) logFailedCall(error, { holder, endpoint, params, address, requestId });
    throw error;
  }
}

/** The pipeline, in order: who, how often, what, and only then the verb. */
async function carryOut(endpoint: Endpoint, running: Running): Promise<EndpointResult> {
  const { request, context, headers } = running;
  const onHolder = (holder: ApiKeyOwner | null) => {
    running.holder = holder;
  };
  const caller = await authenticate(endpoint, { request, client: context, headers, onHolder });
  try {
    return await carryOutFor(caller, endpoint, running);
  } catch (error) {
    if (caller && 'periodId' in caller && endpoint.countsRefused && isRefusal(error)) {
      await countApiCall(caller.periodId);
    }
    throw error;
  }
}

/** Whether the caller was told what is wrong with the call, but for the one that is no call: no call was left. */
const isRefusal = (error: unknown) =>
  error instanceof DomainError &&
  httpStatusByErrorCode[error.code] < 500 &&
  error.code !== 'api_call_limit_reached';

async function carryOutFor(
  caller: Awaited<ReturnType<typeof authenticate>>,
  endpoint: Endpoint,
  { request, params, context, requestId }: Running,
): Promise<EndpointResult> {
  const raw = endpoint.body ? readBody(endpoint, request.headers, context.rawBody) : undefined;
  const query = queryOf(request);
  if (caller && 'settings' in caller && caller.settings.requestValidation) {
    rejectUnknownFields(endpoint.query, query);
    if (endpoint.body) rejectUnknownFields(endpoint.body, raw);
  }
  const call = {
    body: parseInput(endpoint.body, raw),
    query: parseInput(endpoint.query, query),
    params: parseInput(endpoint.params, params),
    idempotency: readIdempotency(endpoint, request.headers, caller, context.rawBody, requestId),
    client: { address: context.clientAddress, userAgent: request.headers.get('user-agent') ?? '' },
    headers: request.headers,
    raw: context.rawBody,
  };
  // As the endpoint declares it, which its `handle` is typed by.
  if (!caller || !('periodId' in caller))
    return endpoint.handle({ ...call, caller: caller as never });
  return inCurrentMonth(caller, async (caller) => {
    if (endpoint.apiCall === 'counted') await countApiCall(caller.periodId);
    return endpoint.handle({ ...call, caller });
  });
}

function queryOf(request: Request): Record<string, string> {
  return Object.fromEntries(new URL(request.url).searchParams);
}
