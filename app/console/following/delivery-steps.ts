import { isFinal, type TrackedMessage } from './contract.ts';

/** A place on a message's way. */
export type DeliveryStep = {
  name: TrackedMessage['status'];
  /** Behind it, where it is, or still ahead. */
  place: 'past' | 'here' | 'ahead';
  /** When it came there, where that is recorded. */
  at: string | null;
};

/** The way of a message: the stations that it passed, the one where it is, and those ahead. */
export function toDeliverySteps(message: TrackedMessage): DeliveryStep[] {
  const { status, createdAt, sentAt, settledAt } = message;
  const times: Partial<Record<DeliveryStep['name'], string | null>> = {
    queued: createdAt,
    sent: sentAt,
    ...(isFinal(message) && { [status]: settledAt }),
  };
  const way = wayOf(message);
  const here = way.indexOf(status);
  return way.map((name, index) => ({
    name,
    place: index < here ? 'past' : index === here ? 'here' : 'ahead',
    at: index <= here ? (times[name] ?? null) : null,
  }));
}

function wayOf({ status, sentAt, attempts }: TrackedMessage): DeliveryStep['name'][] {
  switch (status) {
    case 'failed':
    case 'expired':
      return attempts === 0 ? ['queued', status] : ['queued', 'submitting', status];
    case 'unknown':
      return ['queued', 'submitting', 'unknown', 'delivered'];
    case 'undelivered':
    case 'delivered':
      // A receipt may come for a message whose answer was lost.
      return sentAt ? ['queued', 'submitting', 'sent', status] : ['queued', 'submitting', status];
    default:
      return ['queued', 'submitting', 'sent', 'delivered'];
  }
}
