import { z } from 'zod';
import type { Endpoint } from '#app/api/endpoint.ts';
import { type Caller, requireServiceAllowed } from '#domain/identity/api-keys/contract.browser.ts';
import { sendOtpInput, verifyOtpInput } from '#domain/messaging/otp/contract.ts';
import { cancelOtp, type FoundOtp, findOtp } from '#domain/messaging/otp/find-otp.ts';
import { sendOtp } from '#domain/messaging/otp/send-otp.ts';
import { createServiceInput } from '#domain/messaging/otp/services/contract.ts';
import { createServiceOnce, loadService } from '#domain/messaging/otp/services/manage-services.ts';
import { verifyOtp } from '#domain/messaging/otp/verify-otp.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { toSid } from '#domain/webhooks/formats/twilio.ts';
import { timeOfId, toHex } from '#platform/ids.ts';
import { serverSettings } from '#platform/server-settings.ts';
import {
  ignored,
  only,
  parseFields,
  Replayed,
  requireId,
  twilioEndpoint,
  withParam,
} from './twilio-endpoint.server.ts';

/** The sid of the service that every account has from the start. Its codes have the installation's text and settings. */
const defaultService = (userId: string) => `VA${toHex(userId)}`;

/** Returns the OTP service in a path; undefined for the default service. */
function readService({ userId }: Caller, sid: string | undefined): string | undefined {
  if (sid?.toLowerCase() === defaultService(userId).toLowerCase()) return undefined;
  return requireId('VA', sid);
}

/** Converts a time to ISO 8601 without milliseconds. */
const toTime = (at: Date) => `${at.toISOString().slice(0, 19)}Z`;

const urlOf = (path: string) => `${serverSettings.PUBLIC_URL}/compat/twilio/v2/Services/${path}`;

type Named = { id: string; name: string; length: number };

function toServiceResource({ userId }: Caller, { id, name, length }: Named) {
  const sid = id === userId ? defaultService(userId) : toSid('VA', id);
  const created = toTime(new Date(timeOfId(id)));
  return {
    ...{ sid, account_sid: toSid('AC', userId), friendly_name: name, code_length: length },
    ...{ lookup_enabled: false, psd2_enabled: false, skip_sms_to_landlines: false },
    ...{ dtmf_input_required: false, tts_name: null, do_not_share_warning_enabled: true },
    ...{ custom_code_enabled: false, push: {}, totp: {}, default_template_sid: null },
    ...{ verify_event_subscription_enabled: false, date_created: created, date_updated: created },
    ...{ url: urlOf(sid), links: { verifications: urlOf(`${sid}/Verifications`) } },
  };
}

/** Twilio's names for the states of a one-time password. */
const statuses = {
  pending: 'pending',
  verified: 'approved',
  expired: 'expired',
  exhausted: 'max_attempts_reached',
} as const;

function toVerification({ userId }: Caller, otp: FoundOtp, status: string = statuses[otp.state]) {
  const sid = toSid('VE', otp.id);
  const service = otp.serviceId ? toSid('VA', otp.serviceId) : defaultService(userId);
  const attempts = otp.sentAt.map((at, place) => ({
    ...{ time: toTime(at), channel: 'SMS' },
    attempt_sid: `VL${sid.slice(2, -2)}${place.toString(16).padStart(2, '0')}`,
  }));
  return {
    ...{ sid, service_sid: service, account_sid: toSid('AC', userId), to: otp.recipient },
    ...{ channel: 'sms', status, valid: status === 'approved', lookup: {}, amount: null },
    ...{ payee: null, send_code_attempts: attempts, sna: null },
    ...{
      date_created: toTime(otp.createdAt),
      date_updated: toTime(otp.sentAt.at(-1) ?? otp.createdAt),
    },
    url: urlOf(`${service}/Verifications/${sid}`),
  };
}

const noVerification = () =>
  new DomainError('not_found', { message: 'There is no such verification in this service.' });

/**
 * Finds a verification of a service.
 *
 * @throws DomainError `not_found`, `otp_service_not_allowed`
 */
async function requireOtp(caller: Caller, service: string | undefined, wanted: string) {
  const otp = await findOtp(caller, { id: requireId('VE', wanted) });
  if (!otp || otp.serviceId !== (service ?? null)) throw noVerification();
  requireServiceAllowed(caller, otp.serviceId);
  return otp;
}

const createServiceFields = z.object({
  FriendlyName: z.string(),
  CodeLength: z.coerce.number().int().optional(),
  ...{ LookupEnabled: only('false'), Psd2Enabled: only('false'), CustomCodeEnabled: only('false') },
  // Ignored are parameters for voice calls, and the parameter for the warning not to share the code. Our default text
  // contains this warning.
  ...{ SkipSmsToLandlines: ignored, DtmfInputRequired: ignored, TtsName: ignored },
  ...{ DoNotShareWarningEnabled: ignored, VerifyEventSubscriptionEnabled: only('false') },
});

const createService = twilioEndpoint({
  method: 'POST',
  path: '/v2/Services',
  scope: 'dlt',
  idempotent: true,
  // Test keys may not create services, because they must not change what live keys send.
  testKeys: false,
  body: createServiceFields,
  status: 201,
  handle: async ({ caller, body, idempotency }) => {
    const names = { name: 'FriendlyName', length: 'CodeLength' };
    const input = parseFields(
      createServiceInput,
      { name: body.FriendlyName, length: body.CodeLength },
      names,
    );
    const { data, replayed } = await createServiceOnce(
      caller.userId,
      input,
      idempotency,
      ({ id, name, length }) => ({ id, name, length }),
    );
    const resource = toServiceResource(caller, data);
    return replayed ? new Replayed(resource) : resource;
  },
});

const fetchService = twilioEndpoint({
  method: 'GET',
  path: '/v2/Services/{ServiceSid}',
  scope: 'otp',
  handle: async ({ caller, params }) => {
    const id = readService(caller, params.ServiceSid);
    if (id === undefined)
      return toServiceResource(caller, { id: caller.userId, name: 'Default', length: 6 });
    return toServiceResource(caller, await loadOwn(caller, id));
  },
});

/** @throws DomainError `not_found` (as Twilio's clients expect) or `otp_service_not_allowed` */
async function loadOwn(caller: Caller, id: string) {
  requireServiceAllowed(caller, id);
  try {
    return await loadService(caller.userId, id);
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'invalid_parameter')) throw error;
    throw new DomainError('not_found', { message: 'There is no service with this sid.' });
  }
}

const createFields = z.object({
  To: z.string(),
  Channel: z.string(),
  DeviceIp: z.string().optional(),
  Locale: only('en'),
  RiskCheck: only('enable'),
});

const createVerification = twilioEndpoint({
  method: 'POST',
  path: '/v2/Services/{ServiceSid}/Verifications',
  scope: 'otp',
  apiCall: 'counted-with-send',
  idempotent: true,
  body: createFields,
  status: 201,
  handle: async ({ caller, params, body, client, idempotency }) => {
    if (body.Channel !== 'sms') {
      const message = 'Dakiya sends verifications by sms. Other channels are not supported.';
      throw new DomainError('channel_not_supported', { param: 'Channel', message });
    }
    const service = readService(caller, params.ServiceSid);
    if (service !== undefined) await loadOwn(caller, service);
    const names = { recipient: 'To', end_user_ip: 'DeviceIp' };
    const fields = { recipient: body.To, end_user_ip: body.DeviceIp, service };
    const input = parseFields(sendOtpInput, fields, names);
    const { data, replayed } = await sendOtp(caller, input, client.address, idempotency);
    const otp = await findOtp(caller, { id: data.otpId });
    if (!otp) throw noVerification();
    const resource = toVerification(caller, otp);
    return replayed ? new Replayed(resource) : resource;
  },
});

const fetchVerification = twilioEndpoint({
  method: 'GET',
  path: '/v2/Services/{ServiceSid}/Verifications/{Sid}',
  scope: 'otp',
  handle: async ({ caller, params }) => {
    const service = readService(caller, params.ServiceSid);
    return toVerification(caller, await requireOtp(caller, service, params.Sid ?? ''));
  },
});

const cancelVerification = twilioEndpoint({
  method: 'POST',
  path: '/v2/Services/{ServiceSid}/Verifications/{Sid}',
  scope: 'otp',
  body: z.object({ Status: z.string() }),
  handle: async ({ caller, params, body }) => {
    if (body.Status !== 'canceled') {
      const message =
        'The only status that can be set is canceled. To approve a code, check it with VerificationCheck.';
      throw new DomainError('invalid_parameter', { message });
    }
    const service = readService(caller, params.ServiceSid);
    const otp = await requireOtp(caller, service, params.Sid ?? '');
    await cancelOtp(caller, otp.id);
    return toVerification(caller, otp, 'canceled');
  },
});

const checkFields = z.object({
  Code: z.string(),
  To: z.string().optional(),
  VerificationSid: z.string().optional(),
});

const checkVerification = twilioEndpoint({
  method: 'POST',
  path: '/v2/Services/{ServiceSid}/VerificationCheck',
  scope: 'otp',
  apiCall: 'free',
  idempotent: true,
  body: checkFields,
  handle: async ({ caller, params, body, idempotency }) => {
    const service = readService(caller, params.ServiceSid);
    const names = { recipient: 'To', otp: 'Code', phone_number: 'To', otp_code: 'Code' };
    const known = body.VerificationSid
      ? await requireOtp(caller, service, body.VerificationSid)
      : null;
    const fields = known
      ? { otp_id: known.id, otp_code: body.Code, phone_number: known.recipient }
      : { recipient: body.To, otp: body.Code, service };
    const input = parseFields(verifyOtpInput, fields, names);
    const checked = await verifyOtp(caller, input, idempotency).catch((error) => {
      if (error instanceof DomainError && error.code === 'otp_incorrect') return null;
      throw withParam(error, names);
    });
    const otp = known ?? (await findChecked(caller, checked?.data.otpId, input.recipient, service));
    const status = checked ? 'approved' : 'pending';
    const {
      send_code_attempts: _,
      lookup: __,
      url: ___,
      ...resource
    } = toVerification(caller, otp, status);
    return { ...resource, sna_attempts_error_codes: [] };
  },
});

/** Finds the verification that was just checked: by its id, or by its number if there is no id. */
async function findChecked(
  caller: Caller,
  id: string | undefined,
  recipient: string,
  service: string | undefined,
): Promise<FoundOtp> {
  const of = id === undefined ? { recipient, serviceId: service ?? null } : { id };
  const otp = await findOtp(caller, of);
  if (!otp) throw noVerification();
  return otp;
}

export const verifyEndpoints: Endpoint[] = [
  createService,
  fetchService,
  createVerification,
  fetchVerification,
  cancelVerification,
  checkVerification,
];
