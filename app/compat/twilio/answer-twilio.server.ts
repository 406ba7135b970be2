import { runPipeline } from '#app/api/pipeline/run-pipeline.server.ts';
import { commonHeaders, failure } from '#app/api/respond.server.ts';
import { createFinder } from '#app/api/router.server.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import type { PlainHandler, RequestHeaders } from '#platform/http/api-adapter.ts';
import { newId } from '#platform/ids.ts';
import { readForm, withHeaders } from '../read-form.server.ts';
import { accountEndpoints, messageEndpoints } from './messages.server.ts';
import { toTwilioResponse } from './respond.server.ts';
import { verifyEndpoints } from './verify.server.ts';

export const twilioPrefix = '/compat/twilio/';

const find = createFinder('/', [...accountEndpoints, ...messageEndpoints, ...verifyEndpoints]);

/** Finds the endpoints at a path. The path may end in `.json`. */
export const findTwilioEndpoints = (pathname: string) => find(pathname.replace(/\.json$/i, ''));

/**
 * Returns the headers in the form that the pipeline reads. Twilio's clients use HTTP Basic, with the account sid as user
 * name and the auth token as password. Here the password is the API key. The user name may also be the API ID.
 */
export function withTwilioCredentials(headers: RequestHeaders): RequestHeaders {
  const [, encoded = ''] = /^basic\s+(\S+)/i.exec(headers.get('authorization')?.trim() ?? '') ?? [];
  const [, sid, secret] =
    /^(AC[0-9a-f]{32}):(.+)$/i.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  const changes = { 'content-type': 'application/json', 'x-twilio-user': sid ?? null };
  return withHeaders(headers, {
    ...changes,
    ...(secret && { authorization: `Bearer ${secret}` }),
  });
}

/** Answers a call of a program that was written for Twilio. */
export const answerTwilio: PlainHandler = async (request, context) => {
  const [pathname = ''] = request.url.split('?', 1);
  const isVerify = pathname.toLowerCase().startsWith(`${twilioPrefix}v2/`);
  const found = findTwilioEndpoints(pathname);
  const reject = (error: unknown) => {
    const requestId = newId('req');
    return toTwilioResponse(failure(error, requestId, commonHeaders(requestId)), isVerify);
  };
  if (!found) {
    const message = 'Dakiya does not support a resource of Twilio at this path.';
    return reject(new DomainError('not_found', { message }));
  }
  if (context.bodyProblem === null && context.method === 'POST') {
    try {
      const fields = readForm(request.headers, context.rawBody);
      context.rawBody = Buffer.from(JSON.stringify(fields));
    } catch (error) {
      return reject(error);
    }
  }
  const headers = withTwilioCredentials(request.headers);
  const call = { request: { url: request.url, headers }, params: found.params, context };
  return toTwilioResponse(await runPipeline(found.endpoints, call), isVerify);
};
