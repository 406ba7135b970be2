import { failure } from '#app/api/respond.server.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import type { PlainHandler, RequestHeaders } from '#platform/http/api-adapter.ts';
import { newId } from '#platform/ids.ts';
import {
  answerMsg91,
  findMsg91Endpoints,
  msg91Prefix,
  withAuthkey,
} from './msg91/answer-msg91.server.ts';
import {
  answerTwilio,
  findTwilioEndpoints,
  twilioPrefix,
  withTwilioCredentials,
} from './twilio/answer-twilio.server.ts';

const starts = (url: string, prefix: string) => url.toLowerCase().startsWith(prefix);

/**
 * Answers programs that were written for Twilio or MSG91. The beginning of the path selects the adapter.
 */
export const answerCompat: PlainHandler = (request, context) => {
  if (starts(request.url, twilioPrefix)) return answerTwilio(request, context);
  if (starts(request.url, msg91Prefix)) return answerMsg91(request, context);
  const message = 'There is nothing at this path. See /docs/twilio and /docs/msg91.';
  return Promise.resolve(failure(new DomainError('not_found', { message }), newId('req')));
};

/** Finds the endpoints at a compatibility path, so that the adapter knows how large a body may be. */
export function findCompatEndpoints(pathname: string) {
  if (starts(pathname, twilioPrefix)) return findTwilioEndpoints(pathname);
  return starts(pathname, msg91Prefix) ? findMsg91Endpoints(pathname) : null;
}

/** Returns the request's headers with the API key moved to the header in which our API expects it. */
export function withCompatCredentials(url: string, headers: RequestHeaders): RequestHeaders {
  if (starts(url, twilioPrefix)) return withTwilioCredentials(headers);
  return starts(url, msg91Prefix) ? withAuthkey(url, headers) : headers;
}
