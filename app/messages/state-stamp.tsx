import type { MessageState } from '#domain/messaging/messages/contract.ts';

/** The colour of each state's stamp. */
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

/** All states, in the order in which a message may come to them. */
export const states = Object.keys(colours) as MessageState[];

/** The state of a message, stamped on it. */
export function StateStamp({ state }: { state: MessageState }) {
  return <span className={`stamp ${colours[state]}`}>{state}</span>;
}
