import { z } from 'zod';
import { endpoint } from '#app/api/endpoint.ts';
import { describeFinding } from '#domain/dlt/check/verdicts.ts';
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
import {
  changeServiceInput,
  checkedServiceOutput,
  createServiceInput,
  maxServices,
  type OtpService,
  serviceOutput,
} from '#domain/messaging/otp/services/contract.ts';
import {
  type CheckedService,
  changeService,
  createServiceOnce,
  deleteService,
  listServices,
} from '#domain/messaging/otp/services/manage-services.ts';
import { verifyOtp as verify } from '#domain/messaging/otp/verify-otp.ts';
import { dltErrorCodes } from '#domain/shared/dlt-error-texts.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';

export const sendOtp = endpoint({
  method: 'POST',
  path: '/messages/send-otp',
  operationId: 'sendOtp',
  summary: 'Send a one-time password',
  description: `Sends a code that is valid for ${codeTtlSeconds / 60} minutes. A repeated call within that time sends the same code again. With \`service\`, the OTP service determines the text, format and validity, and whether a repeated call sends a new code. With \`channels\`, the same code is also emailed if it is not verified within \`after\` seconds, or if the SMS fails.`,
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
    'Returns the state of a code, and the state of each channel by which it was sent. The response never contains the code.',
  tag: 'One-time passwords',
  auth: 'key',
  scope: 'otp',
  testKeys: true,
  params: z.object({
    id: safeText
      .max(64)
      .meta({ description: 'The `otpId` of the code.', example: exampleValues.otpId }),
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
    'Checks the code that a user entered. A code can be verified only once. A phone number has five wrong attempts per hour and ten per day. They are counted separately for each OTP service, and for codes without a service. A correct code resets the count. If you get no response, repeat the call with the same `Idempotency-Key`: the result is the same, and the repeated call does not count as another attempt. The call does not count towards the API calls of your plan.',
  tag: 'One-time passwords',
  auth: 'key',
  scope: 'otp',
  testKeys: true,
  apiCall: 'free',
  idempotent: true,
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
  handle: ({ caller, body, idempotency }) => verify(caller, body, idempotency),
});

/** Fields that these endpoints share. */
const ofServices = { tag: 'One-time passwords', auth: 'key-or-session', scope: 'dlt' } as const;

const byId = z.object({
  id: safeText
    .max(64)
    .meta({ description: 'The `_id` of the OTP service.', example: exampleValues.serviceId }),
});

function toOutput(service: OtpService): z.infer<typeof serviceOutput> {
  const {
    id,
    sender,
    templateId,
    ttlSeconds,
    maxAttempts,
    appHash,
    webDomain,
    testNumbers,
    ...same
  } = service;
  return {
    ...same,
    _id: id,
    sender_id: sender,
    template_id: templateId,
    ttl_seconds: ttlSeconds,
    max_attempts: maxAttempts,
    app_hash: appHash,
    web_domain: webDomain,
    test_numbers: testNumbers.map(({ endsOn, ...one }) => ({ ...one, ends_on: endsOn })),
  };
}

const toCheckedOutput = ({
  warnings,
  ...service
}: CheckedService): z.infer<typeof checkedServiceOutput> => ({
  ...toOutput(service),
  warnings: warnings.map(describeFinding),
});

export const listOtpServices = endpoint({
  ...ofServices,
  method: 'GET',
  path: '/otp-services',
  operationId: 'listOtpServices',
  summary: 'List OTP services',
  description: 'Lists your OTP services, oldest first.',
  recentSignIn: false,
  message: 'OTP services',
  output: z.array(serviceOutput),
  handle: async ({ caller }) => ({ data: (await listServices(caller.userId)).map(toOutput) }),
});

export const createOtpService = endpoint({
  ...ofServices,
  method: 'POST',
  path: '/otp-services',
  operationId: 'createOtpService',
  summary: 'Create an OTP service',
  description: `Creates an OTP service. It defines the name, sender and text with which codes are sent, and the format of the codes. Dakiya checks the text with sample codes against your DLT registrations. An account can have ${maxServices} services.`,
  recentSignIn: {
    for: 'change_test_numbers',
    when: ({ test_numbers }) => (test_numbers ?? []).length > 0,
  },
  idempotent: true,
  body: createServiceInput,
  status: 201,
  message: 'OTP service created',
  output: checkedServiceOutput,
  errors: ['message_too_long', ...dltErrorCodes, 'invalid_recipient', 'unsupported_country'],
  handle: ({ caller, body, idempotency }) =>
    createServiceOnce(caller.userId, body, idempotency, toCheckedOutput),
});

export const changeOtpService = endpoint({
  ...ofServices,
  method: 'PATCH',
  path: '/otp-services/{id}',
  operationId: 'changeOtpService',
  summary: 'Change an OTP service',
  description:
    'Changes the given fields; omitted fields stay as they are. The change takes effect within a second. For codes that were sent before, the old validity and number of attempts still apply.',
  recentSignIn: {
    for: 'change_test_numbers',
    when: ({ test_numbers }) => test_numbers !== undefined,
  },
  params: byId,
  body: changeServiceInput,
  message: 'OTP service changed',
  output: checkedServiceOutput,
  errors: [
    'not_found',
    'message_too_long',
    ...dltErrorCodes,
    'invalid_recipient',
    'unsupported_country',
  ],
  handle: async ({ caller, params, body }) => ({
    data: toCheckedOutput(await changeService(caller.userId, params.id, body)),
  }),
});

export const deleteOtpService = endpoint({
  ...ofServices,
  method: 'DELETE',
  path: '/otp-services/{id}',
  operationId: 'deleteOtpService',
  summary: 'Delete an OTP service',
  description: 'Deletes an OTP service. Codes that it has sent can still be verified.',
  recentSignIn: { for: 'delete_otp_service' },
  params: byId,
  message: 'OTP service deleted',
  output: z.object({ _id: z.string().meta({ example: exampleValues.serviceId }) }),
  errors: ['not_found'],
  handle: async ({ caller, params }) => {
    await deleteService(caller.userId, params.id);
    return { data: { _id: params.id } };
  },
});
