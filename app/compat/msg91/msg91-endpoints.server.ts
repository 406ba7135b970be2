import { z } from 'zod';
import { type Endpoint, endpoint } from '#app/api/endpoint.ts';
import { parseInput } from '#app/api/pipeline/read-input.server.ts';
import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import { maxBatch } from '#domain/messaging/messages/contract.ts';
import type { BatchResult } from '#domain/messaging/messages/outputs.ts';
import { sendBatch } from '#domain/messaging/messages/send-batch.ts';
import { codeTtlSeconds, sendOtpInput, verifyOtpInput } from '#domain/messaging/otp/contract.ts';
import { findOtp, isUsedCode } from '#domain/messaging/otp/find-otp.ts';
import { sendOtp } from '#domain/messaging/otp/send-otp.ts';
import type { OtpService } from '#domain/messaging/otp/services/contract.ts';
import { listServices, loadService } from '#domain/messaging/otp/services/manage-services.ts';
import { verifyOtp } from '#domain/messaging/otp/verify-otp.ts';
import type { InputError } from '#domain/shared/describe-issue.browser.ts';
import { DomainError, type ErrorCode } from '#domain/shared/errors.browser.ts';
import { timeInput } from '#domain/shared/time-input.browser.ts';
import { recipientInput } from '#domain/sms/addresses.ts';
import { toMsg91RequestId } from '#domain/webhooks/formats/msg91.ts';

/**
 * Rejects parameters that a call does not support, because ignoring them could change what the call does.
 */
const findUnknown =
  (schema: z.ZodObject) =>
  (input: unknown): InputError | null => {
    const param = Object.keys(input as object).find((name) => !Object.hasOwn(schema.shape, name));
    if (param === undefined) return null;
    const name = param.slice(0, 40);
    const message = `Dakiya does not support the parameter ${name} here. Remove it.`;
    return { code: 'invalid_parameter', param: name, message };
  };

/** The fields that all calls of MSG91 share. */
const ofMsg91 = {
  method: 'POST',
  auth: 'key',
  tag: 'Messages',
  testKeys: true,
  idempotent: true,
  bare: true,
  summary: '',
  message: '',
  output: z.any(),
} as const;

/** A text field. Programs also send it as a number. */
const text = z.union([z.string(), z.number()]).transform(String);

const otpFields = z.object({
  mobile: text,
  template_id: text.optional(),
  otp_length: z.coerce.number().int().optional(),
  otp_expiry: z.coerce.number().optional(),
  userip: z.string().optional(),
});

/**
 * Finds the OTP service for a `template_id`, which is the id of the service or of its DLT template. Returns null without a
 * `template_id`; then the installation's default applies.
 */
async function findService({ userId }: Caller, id: string | undefined): Promise<OtpService | null> {
  if (!id) return null;
  if (id.startsWith('svc_')) return loadService(userId, id);
  const found = (await listServices(userId)).find(({ templateId }) => templateId === id);
  if (found) return found;
  const message = `No OTP service has the template ${id}. Send the id of an OTP service, or of its DLT template, as template_id.`;
  throw new DomainError('invalid_parameter', { param: 'template_id', message });
}

/** @throws DomainError if the service's codes have another length or validity than the call requests */
function requireSameCode(service: OtpService | null, length?: number, minutes?: number): void {
  const rejected = (param: string, is: string) => {
    const message = `The codes of this service have ${is}. Leave ${param} out, or change the OTP service.`;
    throw new DomainError('invalid_parameter', { param, message });
  };
  if (service && length !== undefined && length !== service.length)
    rejected('otp_length', `${service.length} characters`);
  const seconds = service?.ttlSeconds ?? codeTtlSeconds;
  if (minutes !== undefined && minutes * 60 !== seconds)
    rejected('otp_expiry', `a validity of ${seconds / 60} minutes`);
}

/** MSG91's callers read the request id from either field. */
function toSent({ requestId }: Pick<Caller, 'requestId'>) {
  const id = requestId ? toMsg91RequestId(requestId) : '';
  return { type: 'success', request_id: id, message: id };
}

const send = endpoint({
  ...ofMsg91,
  path: '/compat/msg91/api/v5/otp',
  operationId: 'msg91 otp',
  scope: 'otp',
  apiCall: 'counted-with-send',
  body: otpFields,
  findUnsupported: findUnknown(otpFields),
  handle: async ({ caller, body, client, idempotency }) => {
    const service = await findService(caller, body.template_id);
    requireSameCode(service, body.otp_length, body.otp_expiry);
    const input = parseInput(sendOtpInput, {
      ...{ recipient: body.mobile, otp_length: service ? undefined : body.otp_length },
      ...{ service: service?.id, end_user_ip: body.userip },
    });
    await sendOtp(caller, input as z.output<typeof sendOtpInput>, client.address, idempotency);
    return { data: toSent(caller) };
  },
});

const retryFields = z.object({ mobile: text, retrytype: z.string().default('text') });

/** Sends the pending code of a number again, within the usual pauses and limits of codes. */
const retry = endpoint({
  ...ofMsg91,
  path: '/compat/msg91/api/v5/otp/retry',
  operationId: 'msg91 otp retry',
  scope: 'otp',
  apiCall: 'counted-with-send',
  body: retryFields,
  findUnsupported: findUnknown(retryFields),
  handle: async ({ caller, body, client, idempotency }) => {
    if (body.retrytype !== 'text') {
      const message = 'Dakiya sends codes by SMS: the only retrytype is text.';
      throw new DomainError('channel_not_supported', { message });
    }
    const recipient = parseInput(recipientInput, body.mobile) as string;
    const otp = await findOtp(caller, { recipient });
    if (!otp) throw new DomainError('not_found', { message: messages.not_found });
    if (otp.state !== 'pending') {
      throw new DomainError('not_found', { message: 'No OTP request found to retryotp' });
    }
    const input = parseInput(sendOtpInput, { recipient, service: otp.serviceId ?? undefined });
    await sendOtp(caller, input as z.output<typeof sendOtpInput>, client.address, idempotency);
    return { data: { ...toSent(caller), message: 'retry send successfully' } };
  },
});

/** MSG91's messages about codes. Programs compare them, so they must match exactly. */
const messages: Partial<Record<ErrorCode, string>> = {
  not_found: 'Mobile no. not found',
  otp_incorrect: 'OTP not match',
  otp_expired: 'OTP expired',
  otp_attempts_exceeded: 'Max limit reached for this otp verification',
};

const verifyFields = z.object({ mobile: text, otp: z.string() });

const verify = endpoint({
  ...ofMsg91,
  path: '/compat/msg91/api/v5/otp/verify',
  operationId: 'msg91 otp verify',
  scope: 'otp',
  apiCall: 'free',
  body: verifyFields,
  findUnsupported: findUnknown(verifyFields),
  handle: async ({ caller, body, idempotency }) => {
    const recipient = parseInput(recipientInput, body.mobile) as string;
    const otp = await findOtp(caller, { recipient });
    if (!otp) throw new DomainError('not_found', { message: messages.not_found ?? '' });
    const input = parseInput(verifyOtpInput, {
      ...{ otp_id: otp.id, otp_code: body.otp, phone_number: recipient },
    }) as z.output<typeof verifyOtpInput>;
    try {
      await verifyOtp(caller, input, idempotency);
      return { data: { type: 'success', message: 'OTP verified success' } };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.code === 'otp_used') {
        const isSame = await isUsedCode(caller, otp, input.code);
        const message = isSame ? 'Mobile no. already verified' : messages.otp_incorrect;
        throw new DomainError(isSame ? 'otp_used' : 'otp_incorrect', { message: message ?? '' });
      }
      const message = messages[error.code];
      throw message ? new DomainError(error.code, { message }) : error;
    }
  },
});

/** A date and a time of day, without an offset. */
const dateAndTime = /^(\d{4})([-/])(\d{2})\2(\d{2}) (\d{2}:\d{2}:\d{2})$/;

/**
 * The time of a flow: `2026-12-01 10:00:00` or `2026/12/01 10:00:00` in India, or the seconds since 1970, as in
 * https://control.msg91.com/apidoc/textsms/send-sms-flow.php. Parsing returns it as our `send_at`. A program may give
 * an empty text as the time to send at once.
 */
const schtime = text.transform((typed, context) => {
  if (typed === '') return undefined;
  const [, year, , month, day, time] = dateAndTime.exec(typed) ?? [];
  const at = /^\d{9,10}$/.test(typed)
    ? new Date(Number(typed) * 1_000).toISOString()
    : `${year}-${month}-${day}T${time}+05:30`;
  if (timeInput.safeParse(at).success) return at;
  const message = 'Send schtime as 2026-12-01 10:00:00 in India’s time, or as seconds since 1970.';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

const recipientFields = z.looseObject({ mobiles: text });

const flowFields = z.looseObject({
  template_id: text.optional(),
  flow_id: text.optional(),
  sender: z.string().optional(),
  short_url: z
    .union(
      [z.literal(['0', 0]), z.literal(false)],
      'Dakiya does not shorten links: send 0 as short_url.',
    )
    .optional(),
  schtime: schtime.optional(),
  mobiles: text.optional(),
  recipients: z.array(recipientFields).min(1).max(maxBatch).optional(),
});

type Flow = z.output<typeof flowFields>;

/** Returns the values `VAR1`, `VAR2` … in order. @throws DomainError if there is any other field */
function readVariables(fields: Record<string, unknown>): string[] {
  const values = new Map<number, string>();
  for (const [name, value] of Object.entries(fields)) {
    const number = /^var([1-9]\d?)$/i.exec(name)?.[1];
    if (number === undefined || !(typeof value === 'string' || typeof value === 'number')) {
      const message = `Dakiya does not support the field ${name.slice(0, 40)} here. Send the values of the template’s slots as VAR1, VAR2 and so on, in the order of the slots.`;
      throw new DomainError('invalid_parameter', { param: name.slice(0, 40), message });
    }
    values.set(Number(number), String(value));
  }
  return Array.from({ length: values.size }, (_, i) => {
    const value = values.get(i + 1);
    if (value !== undefined) return value;
    const message = `The value VAR${i + 1} is missing.`;
    throw new DomainError('invalid_parameter', { param: `VAR${i + 1}`, message });
  });
}

/** Returns the messages of a call as items for our batch endpoint. */
function toItems({
  template_id,
  flow_id,
  sender,
  short_url: _,
  schtime: send_at,
  mobiles,
  recipients,
  ...rest
}: Flow) {
  const template = template_id ?? flow_id;
  const missing = (param: string, message: string) => {
    throw new DomainError('invalid_parameter', { param, message });
  };
  if (!template) missing('template_id', 'Send the id of the DLT template as template_id.');
  if (recipients && mobiles) missing('mobiles', 'Send either mobiles or recipients.');
  if (recipients) readVariables(rest);
  const all = recipients ?? [{ ...rest, mobiles: mobiles ?? '' }];
  return all.flatMap(({ mobiles: numbers, ...fields }) => {
    const variables = readVariables(fields);
    return numbers.split(',').map((recipient) => ({
      ...{ recipient, template_id: template, variables, ...(sender && { sender_id: sender }) },
      ...(send_at && { send_at }),
    }));
  });
}

/**
 * Returns the result: a success if at least one message was accepted, together with the rejected numbers.
 */
function toResult(items: { recipient: string }[], results: BatchResult[]) {
  const accepted = results.find((one) => one.status === 'success');
  const rejected = results.flatMap((one, i) =>
    one.status === 'error'
      ? [{ mobiles: items[i]?.recipient ?? '', error: one.error.code, message: one.error.message }]
      : [],
  );
  if (accepted) {
    const id = toSent(accepted.data);
    return { type: 'success', message: id.message, ...(rejected.length > 0 && { rejected }) };
  }
  // This error is returned instead of thrown: `sendBatch` has counted the call, and the pipeline would
  // count it again.
  const [first = { error: 'invalid_parameter', message: 'Send at least one number.' }] = rejected;
  return { type: 'error', ...first };
}

const flow = endpoint({
  ...ofMsg91,
  path: '/compat/msg91/api/v5/flow',
  operationId: 'msg91 flow',
  scope: 'messages:send',
  apiCall: 'counted-with-send',
  countsRefused: true,
  takesList: true,
  maxBody: 1024 * 1024,
  body: flowFields,
  handle: async ({ caller, body, idempotency }) => {
    const items = toItems(body);
    if (items.length > maxBatch) {
      const message = `A call sends at most ${maxBatch} messages.`;
      throw new DomainError('invalid_parameter', { param: 'mobiles', message });
    }
    const { data, replayed } = await sendBatch(caller, items, idempotency);
    return { data: toResult(items, data), replayed };
  },
});

export const msg91Endpoints: Endpoint[] = [send, verify, retry, flow];
