import { dltErrorTexts } from './dlt-error-texts.browser.ts';
import type { ErrorFields } from './error-fields.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    req: 'requests';
  }
}

/**
 * Every error code of the API, with its default message for API clients. `sentenceForPeople` returns the message for
 * screens. A code never changes its meaning. Code that throws an error may give a more specific message.
 */
export const errorCatalogue = {
  invalid_json: 'The request body is not valid JSON.',
  invalid_parameter: 'A parameter is missing or malformed.',
  unsupported_country:
    'Currently, our service is only available in India. Please select India (+91) to continue.',
  invalid_recipient: 'The recipient is not an Indian mobile number.',
  channel_not_supported: 'Codes are sent by sms and email. Other channels are not supported.',
  message_empty: 'Please enter a message',
  message_too_long: 'The message is longer than 10 segments.',
  missing_credentials: 'Send your API ID and API key in the headers x-api-id and x-api-key.',
  invalid_credentials: 'The API ID or API key is invalid.',
  login_code_required:
    'Too many wrong passwords were entered for this account. If your password is correct, we have emailed you a six-digit code. Please log in with your password and this code.',
  login_code_incorrect:
    'The password or the code is incorrect, or the code has expired. To get a new code, log in without a code.',
  second_factor_required:
    'This account has a second factor. Log in again and also send `secondFactor`: the code that the authenticator app shows, or a recovery code.',
  second_factor_incorrect:
    'This code is not correct, or was used before. Wait for the next code of the app, or use a recovery code.',
  session_expired: 'Your session has expired. Please log in again.',
  message_limit_reached:
    'Your plan has too few messages left this month. Choose a larger plan, or wait for the next usage month.',
  api_call_limit_reached:
    'Your plan has no API calls left this month. Choose a larger plan, or wait for the next usage month.',
  payment_required: 'No unused payment for this plan was found. Pay for the plan first.',
  payment_failed: 'The payment failed, so the plan has not changed. Please try again.',
  key_inactive: 'This API key is inactive.',
  key_expired: 'This API key has expired.',
  address_not_allowed:
    'The API key or the settings of the account do not allow calls from this IP address.',
  scope_missing:
    'This API key lacks the scope that the call needs. Add the scope, or use another key.',
  live_key_required:
    'This is a test key, and the call reads or changes live data. Use a live key or a session token.',
  template_not_allowed: 'This API key may not send messages of this DLT template.',
  otp_service_not_allowed: 'This API key may not send or verify codes of this OTP service.',
  reauthentication_required:
    'This needs a login that is at most 15 minutes old. Please log in again.',
  account_deletion_pending:
    'This account is going to be deleted. To keep it, log in on the website or follow the link that we emailed.',
  account_suspended:
    'This account is suspended, so it cannot send. Its dashboard shows the reason and whom to write to.',
  email_unverified: 'Please confirm your email address first: follow the link that we emailed you.',
  not_found: 'No such resource. Check that the ID is correct and belongs to your account.',
  method_not_allowed: 'This endpoint does not support this HTTP method. See the Allow header.',
  email_taken: 'An account with this email address exists already.',
  message_not_scheduled: 'This message is not scheduled, so it cannot be changed or cancelled.',
  already_active: 'This plan is active already.',
  body_too_large: 'The request body is too large.',
  request_timeout: 'The request body arrived too slowly: less than 2 KiB a second. Send it again.',
  unsupported_media_type: 'Send the body as application/json.',
  idempotency_mismatch:
    'This Idempotency-Key was used before with another request. Send a new key with each new request.',
  signature_mismatch: 'The signature is invalid.',
  otp_incorrect: 'The OTP is not correct.',
  otp_expired: 'The OTP has expired.',
  otp_used: 'The OTP was used before.',
  ...dltErrorTexts,
  recipient_suppressed:
    'This number is on your suppression list, so it gets no promotional messages.',
  rate_limited: 'Too many requests. Please slow down.',
  otp_resend_too_soon:
    'An OTP was just sent to this number. Before you request another one, wait for the number of seconds in Retry-After.',
  otp_throttled:
    'Sending of OTPs is throttled because few recent OTPs were verified. Try again in a minute. We have emailed the owner of the account.',
  otp_attempts_exceeded:
    'Too many wrong codes were entered for this number. Please try again later.',
  internal:
    'Internal error. Please try again. If the error persists, contact support with the request ID.',
  unavailable:
    'The service is temporarily unavailable. Wait for the number of seconds in Retry-After, then try again.',
} as const;

export type ErrorCode = keyof typeof errorCatalogue;

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code);

type Details = {
  /** A message that is more specific than the default message. */
  message?: string;
  /** The invalid field, if any. */
  param?: string;
  /** The number of seconds after which the caller may retry. */
  retryAfterSeconds?: number;
  /** Details for API clients: further fields of `error` in the response. */
  fields?: ErrorFields;
  /** The original error, for the log. */
  cause?: unknown;
};

/** An expected error, which is reported to the caller. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly param: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly fields: Details['fields'];

  constructor(code: ErrorCode, { message, param, retryAfterSeconds, fields, cause }: Details = {}) {
    super(message ?? errorCatalogue[code], { cause });
    this.name = 'DomainError';
    this.code = code;
    this.param = param;
    this.retryAfterSeconds = retryAfterSeconds;
    this.fields = fields;
  }
}

/**
 * The messages for screens, for those codes whose message in the catalogue is written for API clients. For other codes,
 * screens use the message of the catalogue.
 */
const sentencesForPeople: Partial<Record<ErrorCode, string>> = {
  invalid_json: 'The form arrived incomplete. Please send it again.',
  invalid_parameter:
    'Something in the form is missing or wrong. Please check it, then send it again.',
  missing_credentials: 'Please choose an API key.',
  scope_missing:
    'This API key may not do this. Change its access under Manage API, or choose another key.',
  live_key_required: 'This is only possible in live mode. Switch to Live, or choose a live key.',
  not_found:
    'We could not find the entry that you chose; it may have been deleted. Go back to the list and check whether it is still there.',
  method_not_allowed: 'This cannot be done here. Load the page again.',
  body_too_large: 'The form is too large. Please shorten the text, or choose a smaller file.',
  request_timeout: 'The form arrived too slowly. Check your connection, then send it again.',
  unsupported_media_type:
    'The form could not be read. Load the page again, then send the form again.',
  idempotency_mismatch:
    'This form was sent before with other values. Load the page again to send a new form.',
  rate_limited: 'You did this too often in a short time.',
  otp_resend_too_soon: 'A code was just sent to this number.',
  internal:
    'We could not do this because of an error on our side. Please try again; if it happens again, contact support.',
  unavailable: 'The service is not available right now.',
};

type Reported = { code: ErrorCode; message: string; retryAfterSeconds?: number | undefined };

/**
 * Returns the message of an error for a screen. If the error was thrown with a more specific message, returns that
 * message, else the default message for screens. If waiting helps, the default message says for how long.
 */
export function sentenceForPeople({ code, message, retryAfterSeconds }: Reported): string {
  const own = sentencesForPeople[code];
  if (own === undefined || message !== errorCatalogue[code]) return message;
  const waits = ['rate_limited', 'otp_resend_too_soon', 'unavailable'].includes(code);
  return waits ? `${own} Please try again ${describeWait(retryAfterSeconds)}.` : own;
}

function describeWait(seconds: number | undefined): string {
  if (seconds === undefined || seconds < 3) return 'in a moment';
  if (seconds < 120) return `in ${Math.ceil(seconds)} seconds`;
  return `in ${Math.ceil(seconds / 60)} minutes`;
}

/** Asserts an assumption of the program. A failure is a bug in the program and never the fault of an API caller. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Invariant: ${message}`);
}
