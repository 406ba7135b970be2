import type { MessageState } from '#domain/messaging/messages/contract.ts';

/** Colours of the states. */
const colours: Record<MessageState, string> = {
  queued: 'text-faint',
  submitting: 'text-airmail',
  sent: 'text-airmail',
  unknown: 'text-faint',
  delivered: 'text-good',
  undelivered: 'text-bad',
  failed: 'text-bad',
  expired: 'text-bad',
};

/** All states, in the order in which a message goes through them. */
export const states = Object.keys(colours) as MessageState[];

/** The state of a message as a stamp. */
export function StateStamp({ state }: { state: MessageState }) {
  return <span className={`stamp ${colours[state]}`}>{state}</span>;
}
