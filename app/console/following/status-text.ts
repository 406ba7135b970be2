import type { TrackedMessage } from './contract.ts';

const states: Record<TrackedMessage['status'], string> = {
  queued: 'Accepted, waiting to be sent.',
  submitting: 'Being sent to the carrier.',
  sent: 'The carrier accepted it. Waiting for the delivery receipt.',
  unknown:
    'It was sent to the carrier, which did not respond. To avoid a duplicate we do not send it again. A delivery receipt may still arrive.',
  delivered: 'It was delivered to the phone.',
  undelivered: 'The carrier reports that it was not delivered.',
  failed: 'The carrier rejected it permanently.',
  expired: 'It expired before a carrier accepted it.',
};

/** Of test mode, where these happen without a carrier and a phone. */
const testStates: Partial<Record<TrackedMessage['status'], string>> = {
  submitting: 'Being handled without a carrier: its number decides the result.',
  sent: 'Counted as sent. Waiting for the simulated delivery receipt.',
  delivered: 'Counted as delivered. No phone got it, as it was sent in test mode.',
  undelivered: 'Counted as not delivered: its number decides the result.',
  failed: 'Counted as rejected permanently: its number decides the result.',
};

/** SMPP 3.4 error codes and receipt states, for the sender of a message. */
const reasons: [RegExp, string][] = [
  [/0x0000000B/, 'the carrier does not know this number'],
  [/0x0000000A/, 'the carrier does not accept this sender'],
  [/0x00000058|0x00000014/, 'the carrier asked us to slow down'],
  [/0x00000008|0x00000064|0x00000102/, 'the carrier had an internal error'],
  [/^UNDELIV/, 'the network could not deliver it'],
  [/^EXPIRED/, 'the phone could not be reached in time'],
  [/^REJECTD/, 'the network rejected it'],
  [/^DELETED/, 'the network deleted it'],
  [/could not be encoded/, 'its text cannot be written in an SMS'],
  [/no carrier connected/, 'no carrier is connected'],
  [/no answer/, 'the carrier did not respond'],
];

/** Describes a status in one or two sentences. */
export function statusText({ status, reason, attempts, livemode }: TrackedMessage): string {
  const known = reason && (reasons.find(([code]) => code.test(reason))?.[1] ?? null);
  if (status === 'queued' && attempts > 0) {
    return `Waiting to retry${known ? `: ${known}` : ''}.`;
  }
  const state = (livemode ? undefined : testStates[status]) ?? states[status];
  if (status === 'delivered' || !known) return state;
  return `${state} Reason: ${known}.`;
}
