import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { authenticateKey } from '#domain/credentials/authenticate-key.server.ts';
import type { Caller } from '#domain/credentials/contract.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { countApiCall } from '#domain/usage/count-api-call.server.ts';
import type { BridgeContext } from '#platform/http/bridge.server.ts';
import { newId } from '#platform/ids.server.ts';
import { addLogContext, withLogContext } from '#platform/logger.ts';
import type { Answer, Endpoint } from './endpoint.ts';
import { presentedKey } from './pipeline/credentials.ts';
import { parseInput } from './pipeline/parse-input.ts';
import { takeFromLimit } from './pipeline/rate-limit.server.ts';
import { readBody } from './pipeline/read-body.ts';
import { readIdempotency } from './pipeline/read-idempotency.server.ts';
import { failure, success } from './respond.server.ts';

/** Paths under `/api` come over the bridge alone, so its context is whole. */
type Args = Pick<LoaderFunctionArgs | ActionFunctionArgs, 'request' | 'params'> & {
  context: BridgeContext;
};

/**
 * The loader and action of a resource route: finds the endpoint for the method, takes the request
 * through the pipeline, and answers in the one envelope, whatever happens.
 */
export function serve(...endpoints: Endpoint[]) {
  return (args: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> => {
    const { request, params } = args;
    const context = args.context as BridgeContext;
    const requestId = newId('req');
    const headers = new Headers({ 'x-request-id': requestId, 'cache-control': 'no-store' });
    return withLogContext({ requestId }, async () => {
      try {
        const endpoint = pick(endpoints, context.method, headers);
        const answer = await run(endpoint, { request, params, context, requestId, headers });
        return success(endpoint, answer, headers);
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
};

/** The pipeline, in order: who, how often, what, and only then the verb. */
async function run(endpoint: Endpoint, running: Running): Promise<Answer> {
  const { request, params, context, requestId, headers } = running;
  const caller = endpoint.auth === 'key' ? await authenticate(running) : null;
  if (caller) await takeFromLimit('calls', caller.keyId, headers);

  const raw = endpoint.body ? readBody(endpoint, request.headers, context.rawBody) : undefined;
  const call = {
    caller: caller as Caller,
    body: parseInput(endpoint.body, raw),
    query: parseInput(endpoint.query, queryOf(request)),
    params: parseInput(endpoint.params, params),
    idempotency: readIdempotency(endpoint, request.headers, caller, context.rawBody, requestId),
  };
  if (caller && endpoint.apiCall === 'counted') await countApiCall(caller.periodId);
  return endpoint.handle(call);
}

/** Who calls. Failures are limited by address, so that keys cannot be tried out at will. */
async function authenticate({ request, context, headers }: Running): Promise<Caller> {
  const presented = presentedKey(request.headers);
  if (!presented) throw new DomainError('missing_credentials');
  try {
    const caller = await authenticateKey(presented);
    addLogContext({ accountId: caller.userId });
    return caller;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid_credentials') {
      await takeFromLimit('failures', context.clientAddress, headers);
    }
    throw error;
  }
}

function queryOf(request: Request): Record<string, string> {
  return Object.fromEntries(new URL(request.url).searchParams);
}
