import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import { answerPrograms } from '#app/api/answer-programs.server.ts';
import { createFetchAdapter } from '#platform/http/fetch-adapter.server.ts';
import { byFirstSegment } from './by-first-segment.ts';

/** The largest body of any endpoint, a batch, in bytes. */
const maxBody = 1024 * 1024;

/** Letter case does not matter. */
const forPrograms = /^\/(?:api(?:[/?]|$)|(?:healthz|readyz)\/?(?:\?|$))/i;

/** Whether a path belongs to programs: `/api/…`, `/healthz`, `/readyz`. They have no pages and need none of their chain. */
export const isForPrograms = (url: string): boolean => forPrograms.test(url);

/** Answers the requests of programs, over the lean bridge to Remix. */
export function createPrograms(build: ServerBuild, mode: string) {
  const remix = byFirstSegment(build, (part) => createRequestHandler(part, mode));
  const throughRemix: ReturnType<typeof createRequestHandler> = (request, context) =>
    remix(new URL(request.url).pathname)(request, context);
  return createFetchAdapter(answerPrograms(build, throughRemix), { maxBody });
}
