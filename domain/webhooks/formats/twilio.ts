import { createHmac } from 'node:crypto';
import { fromHex, type IdPrefix, toHex } from '#platform/ids.ts';

/**
 * Prefixes of Twilio's ids, by kind: `AC` account, `SM` message, `VE` one-time password, `VA` OTP service. `MG` is an
 * account's default header, and contains the account's id. A sid contains the 128 bits of our id, so no table is needed.
 */
const sidPrefixes = {
  AC: 'usr',
  SM: 'msg',
  VE: 'otp',
  VA: 'svc',
  MG: 'usr',
} as const satisfies Record<string, IdPrefix>;

export type SidKind = keyof typeof sidPrefixes;

/** Converts our id to a Twilio sid, such as `SM` and 32 hexadecimal digits. */
export const toSid = (kind: SidKind, id: string): string => `${kind}${toHex(id)}`;

/**
 * Converts a Twilio sid to our id.
 *
 * @returns null if it has another format
 */
export const fromSid = (kind: SidKind, sid: string): string | null =>
  sid.startsWith(kind) && /^[0-9a-f]{32}$/i.test(sid.slice(2))
    ? fromHex(sidPrefixes[kind], sid.slice(2))
    : null;

/**
 * Twilio's names for the states of a message. `unknown` maps to `sent`, because the message may still become `delivered`.
 */
const statuses: Record<string, string> = {
  scheduled: 'scheduled',
  queued: 'queued',
  submitting: 'sending',
  sent: 'sent',
  unknown: 'sent',
  delivered: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  expired: 'undelivered',
  cancelled: 'canceled',
};

export const toTwilioStatus = (status: string): string => statuses[status] ?? 'queued';

type Outcome = { status: string; reason: string | null };

/**
 * Returns Twilio's error code of a failed delivery (https://www.twilio.com/docs/api/errors): 30036 if the validity ended,
 * 30007 if a filter stopped the message, 30008 otherwise.
 */
export function toTwilioErrorCode({ status, reason }: Outcome): number | null {
  if (status === 'expired') return 30_036;
  if (status !== 'undelivered' && status !== 'failed') return null;
  return reason?.startsWith('dlt_') ? 30_007 : 30_008;
}

/** The fields of a message that a status callback contains. */
type CallbackMessage = {
  _id: string;
  user: string;
  recipient: string;
  serverNumber: string;
  status: string;
  reason: string | null;
};

/**
 * Returns the form fields of a status callback (https://www.twilio.com/docs/messaging/guides/track-outbound-message-status).
 *
 * @param data the data of an event about a message
 */
export function toTwilioCallback(data: Record<string, unknown>): Record<string, string> {
  const message = data as CallbackMessage;
  const sid = toSid('SM', message._id);
  const status = toTwilioStatus(message.status);
  const errorCode = toTwilioErrorCode(message);
  return {
    ...{ MessageSid: sid, SmsSid: sid, MessageStatus: status, SmsStatus: status },
    ...{ To: message.recipient, From: message.serverNumber },
    ...{ AccountSid: toSid('AC', message.user), ApiVersion: '2010-04-01' },
    ...(errorCode !== null && { ErrorCode: String(errorCode) }),
  };
}

/**
 * Returns the value of `X-Twilio-Signature`
 * (https://www.twilio.com/docs/usage/security#validating-requests).
 *
 * @param secret the receiver's auth token, which is our API key
 * @param url the whole URL, exactly as it was given
 */
export function signTwilioCallback(
  secret: string,
  url: string,
  form: Record<string, string>,
): string {
  const sorted = Object.keys(form).sort();
  const text = sorted.reduce((before, name) => before + name + form[name], url);
  return createHmac('sha1', secret).update(text, 'utf8').digest('base64');
}
