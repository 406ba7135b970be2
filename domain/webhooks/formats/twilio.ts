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
