import type { ApiKeyOutput } from '#domain/identity/api-keys/contract.browser.ts';
import { toFetchResponse } from '#platform/http/api-adapter.ts';
import type { Endpoint } from './endpoint.ts';
import { runPipeline } from './pipeline/run-pipeline.server.ts';

type CallInput = {
  body?: unknown;
  params?: Record<string, string>;
  /** The query, beginning with `?`. */
  search?: string;
  headers?: Record<string, string>;
  /** The IP address of the calling user, as in `ApiRequestContext`. */
  clientAddress: string;
  exactAddress: string;
};

/** The API's response. */
export type ApiResponse = { status: number; requestId: string; headers: Headers; body: unknown };

/**
 * Calls the API as the owner of a key, through the same pipeline as a program's call: the same checks,
 * limits, counters and responses.
 */
export async function callApiWithKey(
  endpoint: Endpoint,
  { keyId, secretKey }: Pick<ApiKeyOutput, 'keyId' | 'secretKey'>,
  { body, params = {}, search = '', headers: added = {}, ...client }: CallInput,
): Promise<ApiResponse> {
  const { method, path } = endpoint;
  const sent = new Headers({
    ...added,
    'x-api-id': keyId,
    'x-api-key': secretKey,
    'content-type': 'application/json',
  });
  const rawBody = new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body));
  const answer = await runPipeline([endpoint], {
    request: { url: `/api/v1${path}${search}`, headers: sent },
    params,
    context: { method, rawBody, bodyProblem: null, ...client },
  });
  const { status, headers } = toFetchResponse(answer);
  const requestId = headers.get('x-request-id') ?? '';
  return { status, requestId, headers, body: JSON.parse(String(answer.body)) };
}
