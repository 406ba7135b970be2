import type { ApiKeyOutput } from '#domain/identity/api-keys/contract.ts';
import type { Endpoint } from './endpoint.ts';
import { serve } from './serve.server.ts';

type Given = {
  body?: unknown;
  params?: Record<string, string>;
  /** What stands behind the path, from `?` on. */
  search?: string;
  headers?: Record<string, string>;
  /** Where the person sits who makes the call, as in `ApiRequestContext`. */
  clientAddress: string;
  exactAddress: string;
};

/** What the API answered. */
export type ApiResponse = { status: number; requestId: string; headers: Headers; body: unknown };

/**
 * Makes a call for somebody who owns this key, through the very pipeline that their program's calls
 * go through: the same checks, limits, counts and answers.
 */
export async function callApiWithKey(
  endpoint: Endpoint,
  { keyId, secretKey }: Pick<ApiKeyOutput, 'keyId' | 'secretKey'>,
  { body, params = {}, search = '', headers = {}, ...client }: Given,
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
  const response = await serve(endpoint)({
    request,
    params,
    context: { method, rawBody, ...client },
  });
  return {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? '',
    headers: response.headers,
    body: await response.json(),
  };
}
