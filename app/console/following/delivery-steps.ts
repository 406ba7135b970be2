import { isFinal, type TrackedMessage } from '#app/console/contract.ts';

export type DeliveryStep = {
  name: TrackedMessage['status'];
  progress: 'done' | 'current' | 'upcoming';
  /** When the step was reached, if the time is recorded. */
  at: string | null;
};

/** The steps of a message: the completed steps, the current step and the upcoming steps. */
export function toDeliverySteps(message: TrackedMessage): DeliveryStep[] {
  const { status, createdAt, sentAt, settledAt } = message;
  const times: Partial<Record<DeliveryStep['name'], string | null>> = {
    queued: createdAt,
    sent: sentAt,
    ...(isFinal(message) && { [status]: settledAt }),
  };
  const names = listSteps(message);
  const current = names.indexOf(status);
  return names.map((name, index) => ({
    name,
    progress: index < current ? 'done' : index === current ? 'current' : 'upcoming',
    at: index <= current ? (times[name] ?? null) : null,
  }));
}

function listSteps({ status, sentAt, attempts }: TrackedMessage): DeliveryStep['name'][] {
  switch (status) {
    case 'failed':
    case 'expired':
      return attempts === 0 ? ['queued', status] : ['queued', 'submitting', status];
    case 'unknown':
      return ['queued', 'submitting', 'unknown', 'delivered'];
    case 'undelivered':
    case 'delivered':
      // A message can have a receipt even if its submit got no response.
      return sentAt ? ['queued', 'submitting', 'sent', status] : ['queued', 'submitting', status];
    default:
      return ['queued', 'submitting', 'sent', 'delivered'];
  }
}
