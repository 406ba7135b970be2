import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import { answerPrograms } from '#app/api/answer-programs.server.ts';
import { createFetchAdapter } from '#platform/http/fetch-adapter.server.ts';
import { byFirstSegment } from './by-first-segment.ts';

/** Maximum body size in bytes; a batch is the largest. */
const maxBodyBytes = 1024 * 1024;

/** Matched case-insensitively. */
const apiPath = /^\/(?:api(?:[/?]|$)|(?:healthz|readyz)\/?(?:\?|$))/i;

/**
 * Whether a path belongs to the API: `/api/…`, `/healthz`, `/readyz`. These skip the middleware of
 * pages.
 */
export const isForPrograms = (url: string): boolean => apiPath.test(url);

/** Handles API requests through the fetch adapter. */
export function createPrograms(build: ServerBuild, mode: string) {
  const remix = byFirstSegment(build, (part) => createRequestHandler(part, mode));
  const throughRemix: ReturnType<typeof createRequestHandler> = (request, context) =>
    remix(new URL(request.url).pathname)(request, context);
  return createFetchAdapter(answerPrograms(build, throughRemix), { maxBody: maxBodyBytes });
}
