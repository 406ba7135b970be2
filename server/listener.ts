import type { RequestListener } from 'node:http';
import * as build from 'virtual:remix/server-build';
import { rateLimitActions } from '#app/forms/rate-limit-actions.server.ts';
import { answerUnavailable } from '#app/unavailable.server.ts';
import { drainRequestBody } from '#platform/http/drain.ts';
import { sendContinue } from '#platform/http/expect-continue.ts';
import { normalizePath } from '#platform/http/normalize-path.ts';
import { hasSeveralHosts, toOriginForm } from '#platform/http/request-target.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { createPages } from './pages.ts';
import { createPrograms, isForPrograms } from './programs.ts';

const mode = serverSettings.NODE_ENV === 'development' ? 'development' : 'production';
const guardedBuild = rateLimitActions(answerUnavailable(build));
const programs = createPrograms(guardedBuild, mode);
const pages = createPages(guardedBuild, mode);

/**
 * Handles every request of the web server. Loading this file starts nothing, as development reloads
 * it after each change.
 */
export const listener: RequestListener = (request, response) => {
  const target = toOriginForm(request);
  if (target === null || hasSeveralHosts(request)) {
    response
      .writeHead(400, { 'content-type': 'text/plain', connection: 'close' })
      .end('Bad request');
    return;
  }
  request.url = normalizePath(target);
  if (isForPrograms(request.url)) void programs(request, response);
  else {
    sendContinue(request, response);
    drainRequestBody(request, response);
    pages(request, response);
  }
};
