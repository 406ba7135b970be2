import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { answerHook, isHookPath } from '#app/hooks/answer-hook.server.ts';
import type { ApiKeyOutput } from '#domain/identity/api-keys/contract.browser.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import {
  type ApiRequestContext,
  type PlainHandler,
  toFetchResponse,
  toPlainRequest,
} from '#platform/http/api-adapter.ts';
import { newId } from '#platform/ids.ts';
import { endpoints } from './all-endpoints.server.ts';
import type { Endpoint } from './endpoint.ts';
import { getOpenApiDocument } from './openapi.server.ts';
import { runPipeline } from './pipeline/run-pipeline.server.ts';
import { failure } from './respond.server.ts';

/** Answers a call of the API: finds the endpoints of the path, and runs the pipeline. */
export const answerCall: PlainHandler = async (request, context) => {
  const [pathname = ''] = request.url.split('?', 1);
  if (isHookPath(pathname)) return answerHook(request, context);
  const found = findEndpoints(pathname);
  if (found) return runPipeline(found.endpoints, { request, context, params: found.params });
  const message = 'There is no endpoint at this path.';
  return failure(new DomainError('not_found', { message }), newId('req'));
};

/**
 * The loader and action of all paths below `/api`. The server calls `answerCall` itself, so Remix runs this only in development
 * and where a program mounts the build behind another server.
 */
export const routeCall = async ({
  request,
  context,
}: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> =>
  toFetchResponse(await answerCall(toPlainRequest(request), context as ApiRequestContext));

/** The endpoints at one path, one per method, and the decoded values of its path parameters. */
type Found = { endpoints: Endpoint[]; params: Record<string, string> };

type Pattern = { segments: string[]; endpoints: Endpoint[] };

/**
 * Creates a function that finds the endpoints of a path, or null if there is no endpoint. A path without parameters takes
 * precedence. Letter case and trailing slashes do not matter, characters may be percent-encoded, and an encoded slash does
 * not begin a new segment. The path is as in an address, encoded.
 *
 * @param prefix the beginning of all paths, in lower case, with a slash at its end
 */
export function createFinder(prefix: string, all: readonly Endpoint[]) {
  /** Paths without parameters, by `toKey`. */
  const fixed = new Map<string, Endpoint[]>();
  const patterns = new Map<number, Pattern[]>();
  for (const endpoint of all) {
    const segments = endpoint.path.slice(1).split('/');
    if (endpoint.path.includes('{')) {
      const sameLength = patterns.get(segments.length) ?? [];
      const known = sameLength.find(({ endpoints: [first] }) => first?.path === endpoint.path);
      if (known) known.endpoints.push(endpoint);
      else patterns.set(segments.length, [...sameLength, { segments, endpoints: [endpoint] }]);
    } else {
      const key = toKey(segments);
      fixed.set(key, [...(fixed.get(key) ?? []), endpoint]);
    }
  }
  return (pathname: string): Found | null => {
    if (pathname.slice(0, prefix.length).toLowerCase() !== prefix) return null;
    let end = pathname.length;
    while (pathname[end - 1] === '/') end -= 1;
    const segments = decodeSegments(pathname.slice(prefix.length, end).split('/'));
    if (!segments) return null;
    const exact = fixed.get(toKey(segments));
    if (exact) return { endpoints: exact, params: {} };
    for (const pattern of patterns.get(segments.length) ?? []) {
      const params = matchParams(pattern, segments);
      if (params) return { endpoints: pattern.endpoints, params };
    }
    return null;
  };
}

/** Finds the endpoints of a path of the API. */
export const findEndpoints = createFinder('/api/v1/', [...endpoints, getOpenApiDocument]);

/** Joins segments to a map key. A decoded segment may contain a slash, so NUL separates them. */
function toKey(segments: string[]): string {
  return segments.join('\0').toLowerCase();
}

/** @returns null if a segment cannot be decoded or contains NUL */
function decodeSegments(segments: string[]): string[] | null {
  try {
    const plain = segments.map((segment) => decodeURIComponent(segment));
    return plain.some((segment) => segment.includes('\0')) ? null : plain;
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

function matchParams(pattern: Pattern, segments: string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [i, expected] of pattern.segments.entries()) {
    const segment = segments[i] ?? '';
    const name = /^\{(\w+)\}$/.exec(expected)?.[1];
    if (name !== undefined && segment !== '') params[name] = segment;
    else if (name !== undefined || expected.toLowerCase() !== segment.toLowerCase()) return null;
  }
  return params;
}

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
type ApiResponse = { status: number; requestId: string; headers: Headers; body: unknown };

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
