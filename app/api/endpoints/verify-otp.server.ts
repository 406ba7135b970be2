import { verifiedOutput, verifyOtpInput } from '#domain/messaging/otp/contract.ts';
import { verifyOtp as verify } from '#domain/messaging/otp/verify-otp.server.ts';
import { endpoint } from '../endpoint.ts';

export const verifyOtp = endpoint({
  method: 'POST',
  path: '/messages/verify-otp',
  operationId: 'verifyOtp',
  summary: 'Verify a one-time password',
  description:
    'A phone number has five wrong attempts per hour and ten per day across all codes; a correct code resets them. A code can be verified once. Not counted as an API call.',
  tag: 'One-time passwords',
  auth: 'key',
  apiCall: 'free',
  body: verifyOtpInput,
  message: 'OTP verified successfully!',
  output: verifiedOutput,
  errors: [
    'invalid_recipient',
    'unsupported_country',
    'not_found',
    'otp_incorrect',
    'otp_expired',
    'otp_used',
    'otp_attempts_exceeded',
  ],
  handle: async ({ caller, body }) => ({ data: await verify(caller.userId, body) }),
});
