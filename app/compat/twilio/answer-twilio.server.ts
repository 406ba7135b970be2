import { runPipeline } from '#app/api/pipeline/run-pipeline.server.ts';
import { commonHeaders, failure } from '#app/api/respond.server.ts';
import { createFinder } from '#app/api/router.server.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import type { PlainHandler, PlainResponse, RequestHeaders } from '#platform/http/api-adapter.ts';
import { newId } from '#platform/ids.ts';
import { readForm, withHeaders } from '../read-form.server.ts';
import { accountEndpoints, messageEndpoints } from './messages.server.ts';
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
    const message = 'Dakiya supports no Twilio resource at this path.';
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

/**
 * An HTTP status and error code of Twilio (https://www.twilio.com/docs/api/errors). If the status is omitted, the status of
 * our error is used.
 */
type TwilioError = [code: number, status?: number];

/** Twilio's errors by our codes. */
const byCode: Record<string, TwilioError> = {
  missing_credentials: [20_003, 401],
  invalid_credentials: [20_003, 401],
  key_inactive: [20_003, 401],
  key_expired: [20_003, 401],
  not_found: [20_404],
  method_not_allowed: [20_004],
  rate_limited: [20_429],
  unsupported_country: [21_408],
  invalid_recipient: [21_211],
  message_empty: [21_602],
  message_too_long: [21_617],
  recipient_suppressed: [21_610, 400],
  message_limit_reached: [63_038],
  api_call_limit_reached: [63_038],
  message_not_scheduled: [30_409],
  dlt_header_required: [21_603, 400],
  internal: [20_500],
  unavailable: [20_503],
};

/** Errors that have other codes in Twilio's Verify API. */
const ofVerify: Record<string, TwilioError> = {
  invalid_recipient: [60_200],
  unsupported_country: [60_605, 403],
  channel_not_supported: [60_200],
  invalid_parameter: [60_200],
  otp_attempts_exceeded: [60_202],
  otp_resend_too_soon: [60_203],
  otp_throttled: [60_410, 403],
  // Almost all rate limits of Verify calls are limits of sending, and these are per number.
  rate_limited: [60_203],
  otp_expired: [20_404, 404],
  otp_used: [20_404, 404],
};

/**
 * Twilio's codes for `invalid_parameter`, by parameter. `id` is the id of a message that is still being
 * sent.
 */
const byParam = new Map<string, TwilioError>(
  Object.entries({
    AccountSid: [20_003, 401],
    To: [21_211],
    From: [21_212],
    Body: [21_602],
    StatusCallback: [21_609],
    MessagingServiceSid: [21_701],
    id: [20_009, 409],
    SendAt: [35_114],
  }),
);

/**
 * Finds Twilio's error for our error code. It also depends on whether the call belongs to Verify and, for
 * `invalid_parameter`, on the parameter. For a DLT error, it depends on whether the header or the text is wrong.
 */
function toTwilioError(code: string, param: string, isVerify: boolean): TwilioError {
  const ownParam = code === 'invalid_parameter' ? byParam.get(param) : undefined;
  const found = (isVerify && ofVerify[code]) || ownParam || byCode[code];
  if (found) return found;
  if (/^dlt_(header|entity)_/.test(code)) return [21_606, 400];
  if (code.startsWith('dlt_')) return [30_007, 400];
  return [20_001];
}

/** Converts a pipeline response to Twilio's format. `details` has our error code, the parameter and the request id. */
function toTwilioResponse(response: PlainResponse, isVerify: boolean): PlainResponse {
  const { headers } = response;
  if (response.status < 400) {
    if (response.body !== 'null') return response;
    headers.delete('content-type');
    return { status: 204, headers, body: null };
  }
  const { error } = JSON.parse(String(response.body));
  const { code: ownCode, message, param = '', docUrl, requestId } = error;
  const [code, status = response.status] = toTwilioError(ownCode, param, isVerify);
  const details = { code: ownCode, ...(param && { param }), request_id: requestId };
  const body = { code, message, more_info: docUrl, status, details };
  return { status, headers, body: JSON.stringify(body) };
}
