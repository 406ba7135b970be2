import type { RequestListener } from 'node:http';
import * as build from 'virtual:remix/server-build';
import { answerUnavailable } from '#app/answer-unavailable.server.ts';
import { limitForms } from '#app/forms/limit-forms.server.ts';
import { env } from '#platform/env.ts';
import { readablePath } from '#platform/http/readable-path.ts';
import { takeRest } from '#platform/http/take-rest.ts';
import { createPages } from './pages.ts';
import { createPrograms, isForPrograms } from './programs.ts';

const mode = env.NODE_ENV === 'development' ? 'development' : 'production';
const guarded = limitForms(answerUnavailable(build));
const programs = createPrograms(guarded, mode);
const pages = createPages(guarded, mode);

/** Answers every request that reaches the web. Loading this file starts nothing: development does so at each change. */
export const listener: RequestListener = (request, response) => {
  request.url = readablePath(request.url ?? '');
  if (isForPrograms(request.url)) void programs(request, response);
  else {
    takeRest(request, response);
    pages(request, response);
  }
};
