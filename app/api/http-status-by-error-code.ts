import { dltErrorCodes, type dltErrorTexts } from '#domain/shared/dlt-error-texts.browser.ts';
import type { ErrorCode } from '#domain/shared/errors.browser.ts';

/** The request is well-formed, but DLT would reject the message. */
const dltStatuses = Object.fromEntries(dltErrorCodes.map((code) => [code, 422])) as Record<
  keyof typeof dltErrorTexts,
  number
>;

/** The HTTP status of every error code; the type requires all of them. */
export const httpStatusByErrorCode: Record<ErrorCode, number> = {
  invalid_json: 400,
  invalid_parameter: 400,
  unsupported_country: 400,
  invalid_recipient: 400,
  channel_not_supported: 400,
  message_empty: 400,
  message_too_long: 400,
  missing_credentials: 401,
  invalid_credentials: 401,
  login_code_required: 401,
  login_code_incorrect: 401,
  session_expired: 401,
  message_limit_reached: 402,
  api_call_limit_reached: 402,
  payment_required: 402,
  payment_failed: 402,
  key_inactive: 403,
  key_expired: 403,
  address_not_allowed: 403,
  scope_missing: 403,
  live_key_required: 403,
  template_not_allowed: 403,
  otp_service_not_allowed: 403,
  email_unverified: 403,
  account_deletion_pending: 403,
  reauthentication_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  email_taken: 409,
  message_not_scheduled: 409,
  already_active: 409,
  body_too_large: 413,
  request_timeout: 408,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  signature_mismatch: 422,
  otp_incorrect: 422,
  otp_expired: 422,
  otp_used: 422,
  ...dltStatuses,
  recipient_suppressed: 422,
  rate_limited: 429,
  otp_resend_too_soon: 429,
  otp_throttled: 429,
  otp_attempts_exceeded: 429,
  internal: 500,
  unavailable: 503,
};
