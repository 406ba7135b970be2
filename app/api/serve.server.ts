import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import type { Caller } from '#domain/credentials/contract.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { countApiCall } from '#domain/usage/count-api-call.server.ts';
import type { BridgeContext } from '#platform/http/bridge.server.ts';
import { newId } from '#platform/ids.server.ts';
import { withLogContext } from '#platform/logger.ts';
import type { Answer, Endpoint } from './endpoint.ts';
import { authenticate } from './pipeline/authenticate.server.ts';
import { parseInput } from './pipeline/parse-input.ts';
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
  const address = context.clientAddress;
  const caller = await authenticate(endpoint, { request, address, headers });

  const raw = endpoint.body ? readBody(endpoint, request.headers, context.rawBody) : undefined;
  const call = {
    // As the endpoint declares it, which its `handle` is typed by.
    caller: caller as Caller,
    body: parseInput(endpoint.body, raw),
    query: parseInput(endpoint.query, queryOf(request)),
    params: parseInput(endpoint.params, params),
    idempotency: readIdempotency(endpoint, request.headers, caller, context.rawBody, requestId),
    client: { address, userAgent: request.headers.get('user-agent') ?? '' },
  };
  if (caller && 'periodId' in caller && endpoint.apiCall === 'counted') {
    await countApiCall(caller.periodId);
  }
  return endpoint.handle(call);
}

function queryOf(request: Request): Record<string, string> {
  return Object.fromEntries(new URL(request.url).searchParams);
}
