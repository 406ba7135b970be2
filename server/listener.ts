import type { RequestListener } from 'node:http';
import * as build from 'virtual:remix/server-build';
import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import { answerUnavailable } from '#app/answer-unavailable.server.ts';
import { answerPrograms } from '#app/api/answer-programs.server.ts';
import { rateLimitActions } from '#app/forms/rate-limit-actions.server.ts';
import { drainRequestBody } from '#platform/http/drain-request-body.ts';
import { createFetchAdapter } from '#platform/http/fetch-adapter.server.ts';
import { normalizePath } from '#platform/http/normalize-path.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { byFirstSegment } from './by-first-segment.ts';
import { createPages } from './pages.ts';

/** Maximum body size in bytes; a batch is the largest. */
const maxBodyBytes = 1024 * 1024;

/** Matched case-insensitively. */
const apiPath = /^\/(?:api(?:[/?]|$)|(?:healthz|readyz)\/?(?:\?|$))/i;

/**
 * Whether a path belongs to the API: `/api/…`, `/healthz`, `/readyz`. These skip the middleware of
 * pages.
 */
const isForPrograms = (url: string): boolean => apiPath.test(url);

/** Handles API requests through the fetch adapter. */
function createPrograms(build: ServerBuild, mode: string) {
  const remix = byFirstSegment(build, (part) => createRequestHandler(part, mode));
  const throughRemix: ReturnType<typeof createRequestHandler> = (request, context) =>
    remix(new URL(request.url).pathname)(request, context);
  return createFetchAdapter(answerPrograms(build, throughRemix), { maxBody: maxBodyBytes });
}

const mode = serverSettings.NODE_ENV === 'development' ? 'development' : 'production';
const guardedBuild = rateLimitActions(answerUnavailable(build));
const programs = createPrograms(guardedBuild, mode);
const pages = createPages(guardedBuild, mode);

/**
 * Handles every request of the web server. Loading this file starts nothing, as development reloads
 * it after each change.
 */
export const listener: RequestListener = (request, response) => {
  request.url = normalizePath(request.url ?? '');
  if (isForPrograms(request.url)) void programs(request, response);
  else {
    drainRequestBody(request, response);
    pages(request, response);
  }
};
