import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import { answerPrograms } from '#app/api/answer-programs.server.ts';
import { createBridge } from '#platform/http/bridge.server.ts';

/** The largest body of any endpoint, a batch, in bytes. */
const maxBody = 1024 * 1024;

/** Letter case does not matter. */
const forPrograms = /^\/(?:api(?:[/?]|$)|(?:healthz|readyz)\/?(?:\?|$))/i;

/** Whether a path belongs to programs: `/api/…`, `/healthz`, `/readyz`. They have no pages and need none of their chain. */
export const isForPrograms = (url: string): boolean => forPrograms.test(url);

/** Answers the requests of programs, over the lean bridge to Remix. */
export function createPrograms(build: ServerBuild, mode: string) {
  return createBridge(answerPrograms(build, createRequestHandler(withoutPages(build), mode)), {
    maxBody,
  });
}

/**
 * The build with nothing but the routes for programs: at each request Remix looks through every
 * route that it is given, and with those of the pages that took a third of an empty answer's time.
 */
function withoutPages(whole: ServerBuild): ServerBuild {
  const kept = Object.entries(whole.routes).filter(([id]) =>
    /^(?:root$|routes\/(?:api|healthz|readyz))/.test(id),
  );
  return { ...whole, routes: Object.fromEntries(kept) };
}
