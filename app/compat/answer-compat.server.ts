import { failure } from '#app/api/respond.server.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import type { PlainHandler, RequestHeaders } from '#platform/http/api-adapter.ts';
import { newId } from '#platform/ids.ts';
import {
  answerTwilio,
  findTwilioEndpoints,
  twilioPrefix,
  withTwilioCredentials,
} from './twilio/answer-twilio.server.ts';

/** Answers programs that were written for other platforms, by the beginning of the path. */
export const answerCompat: PlainHandler = (request, context) => {
  const path = request.url.toLowerCase();
  if (path.startsWith(twilioPrefix)) return answerTwilio(request, context);
  const message = 'There is nothing at this path. See /docs/twilio and /docs/msg91.';
  return Promise.resolve(failure(new DomainError('not_found', { message }), newId('req')));
};

/** Finds the endpoints of a path of another platform, so that the adapter knows how large a body may be. */
export const findCompatEndpoints = (pathname: string) =>
  pathname.toLowerCase().startsWith(twilioPrefix) ? findTwilioEndpoints(pathname) : null;

/** Returns the headers of a request with the API key where our API has it. */
export const withCompatCredentials = (url: string, headers: RequestHeaders): RequestHeaders =>
  url.toLowerCase().startsWith(twilioPrefix) ? withTwilioCredentials(headers) : headers;
