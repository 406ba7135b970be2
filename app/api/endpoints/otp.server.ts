import { z } from 'zod';
import { findUnsupportedField } from '#domain/messaging/messages/unsupported-fields.ts';
import {
  codeTtlSeconds,
  otpOutput,
  otpWithAttemptsOutput,
  sendOtpInput,
  verifiedOutput,
  verifyOtpInput,
} from '#domain/messaging/otp/contract.ts';
import { getOtp as get } from '#domain/messaging/otp/get-otp.ts';
import { sendOtp as send } from '#domain/messaging/otp/send-otp.ts';
import { verifyOtp as verify } from '#domain/messaging/otp/verify-otp.ts';
import { dltErrorCodes } from '#domain/shared/dlt-error-texts.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { endpoint } from '../endpoint.ts';

export const sendOtp = endpoint({
  method: 'POST',
  path: '/messages/send-otp',
  operationId: 'sendOtp',
  summary: 'Send a one-time password',
  description: `Sends a code that is valid for ${codeTtlSeconds / 60} minutes. A repeated call within that time sends the same code. With \`service\` the code is sent as that service says. With \`channels\` the same code is sent by email too, if it is not verified in time or the SMS fails.`,
  tag: 'One-time passwords',
  auth: 'key',
  scope: 'otp',
  testKeys: true,
  apiCall: 'counted-with-send',
  idempotent: true,
  body: sendOtpInput,
  findUnsupported: findUnsupportedField,
  status: 202,
  message: 'OTP sent successfully!',
  output: otpOutput,
  errors: [
    'invalid_recipient',
    'unsupported_country',
    'channel_not_supported',
    'otp_resend_too_soon',
    'otp_attempts_exceeded',
    'otp_throttled',
    'otp_service_not_allowed',
    'message_limit_reached',
    ...dltErrorCodes,
  ],
  handle: ({ caller, body, client, idempotency }) =>
    send(caller, body, client.address, idempotency),
});

export const getOtp = endpoint({
  method: 'GET',
  path: '/otps/{id}',
  operationId: 'getOtp',
  summary: 'Get a one-time password',
  description:
    'What has become of a code, and of the channels by which it was sent. The code itself is never returned.',
  tag: 'One-time passwords',
  auth: 'key',
  scope: 'otp',
  testKeys: true,
  params: z.object({
    id: safeText.max(64).meta({ description: 'Its `otpId`.', example: exampleValues.otpId }),
  }),
  message: 'One-time password',
  output: otpWithAttemptsOutput,
  errors: ['not_found'],
  handle: async ({ caller, params }) => ({
    data: await get(caller.userId, params.id, caller.livemode),
  }),
});

export const verifyOtp = endpoint({
  method: 'POST',
  path: '/messages/verify-otp',
  operationId: 'verifyOtp',
  summary: 'Verify a one-time password',
  description:
    'A phone number has five wrong attempts per hour and ten per day at the codes of each OTP service, and as many at those without a service; a correct code resets them. A code can be verified once. Not counted as an API call.',
  tag: 'One-time passwords',
  auth: 'key',
  scope: 'otp',
  testKeys: true,
  apiCall: 'free',
  body: verifyOtpInput,
  message: 'OTP verified successfully!',
  output: verifiedOutput,
  errors: [
    'invalid_recipient',
    'unsupported_country',
    'otp_service_not_allowed',
    'not_found',
    'otp_incorrect',
    'otp_expired',
    'otp_used',
    'otp_attempts_exceeded',
  ],
  handle: async ({ caller, body }) => ({ data: await verify(caller, body) }),
});
