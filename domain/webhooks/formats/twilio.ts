import { fromHex, type IdPrefix, toHex } from '#platform/ids.ts';

/**
 * The kinds of Twilio's ids that stand for ours: `AC` an account, `SM` a message, `VE` a one-time password, `VA` an OTP
 * service, `MG` the default header of an account, whose id it contains. Both ids have the same 128 bits, so no table maps them.
 */
const sidPrefixes = {
  AC: 'usr',
  SM: 'msg',
  VE: 'otp',
  VA: 'svc',
  MG: 'usr',
} as const satisfies Record<string, IdPrefix>;

export type SidKind = keyof typeof sidPrefixes;

/** Converts an id of ours to Twilio's format, such as `SM` and 32 hexadecimal digits. */
export const toSid = (kind: SidKind, id: string): string => `${kind}${toHex(id)}`;

/** Converts an id in Twilio's format to ours. @returns null if it has another format */
export const fromSid = (kind: SidKind, sid: string): string | null =>
  sid.startsWith(kind) && /^[0-9a-f]{32}$/i.test(sid.slice(2))
    ? fromHex(sidPrefixes[kind], sid.slice(2))
    : null;

/** Twilio's names of the states of a message. An unknown outcome may still become `delivered`, like `sent`. */
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
 * Twilio's code of a delivery that failed (https://www.twilio.com/docs/api/errors): 30036 the validity ended, 30007 a filter
 * stopped the message, 30008 any other reason.
 */
export function toTwilioErrorCode({ status, reason }: Outcome): number | null {
  if (status === 'expired') return 30_036;
  if (status !== 'undelivered' && status !== 'failed') return null;
  return reason?.startsWith('dlt_') ? 30_007 : 30_008;
}
