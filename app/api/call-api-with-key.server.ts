import type { ApiKeyOutput } from '#domain/identity/api-keys/contract.browser.ts';
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
  { body, params = {}, search = '', headers = {}, ...client }: CallInput,
): Promise<ApiResponse> {
  const { method, path } = endpoint;
  const request = new Request(`http://dashboard/api/v1${path}${search}`, {
    method,
    headers: {
      ...headers,
      'x-api-id': keyId,
      'x-api-key': secretKey,
      'content-type': 'application/json',
    },
  });
  const rawBody = new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body));
  const response = await runPipeline([endpoint], {
    request,
    params,
    context: { method, rawBody, bodyProblem: null, ...client },
  });
  return {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? '',
    headers: response.headers,
    body: await response.json(),
  };
}
