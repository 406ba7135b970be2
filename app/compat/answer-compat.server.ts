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

/** Answers programs that were written for other platforms, by the beginning of the path. */
export const answerCompat: PlainHandler = (request, context) => {
  if (starts(request.url, twilioPrefix)) return answerTwilio(request, context);
  if (starts(request.url, msg91Prefix)) return answerMsg91(request, context);
  const message = 'There is nothing at this path. See /docs/twilio and /docs/msg91.';
  return Promise.resolve(failure(new DomainError('not_found', { message }), newId('req')));
};

/** Finds the endpoints of a path of another platform, so that the adapter knows how large a body may be. */
export function findCompatEndpoints(pathname: string) {
  if (starts(pathname, twilioPrefix)) return findTwilioEndpoints(pathname);
  return starts(pathname, msg91Prefix) ? findMsg91Endpoints(pathname) : null;
}

/** Returns the headers of a request with the API key where our API has it. */
export function withCompatCredentials(url: string, headers: RequestHeaders): RequestHeaders {
  if (starts(url, twilioPrefix)) return withTwilioCredentials(headers);
  return starts(url, msg91Prefix) ? withAuthkey(url, headers) : headers;
}
