import type { SubscriptionOutput } from '#domain/billing/subscriptions/contract.browser.ts';

type Status = SubscriptionOutput['status'];

const styles: Record<Status, { label: string; colour: string }> = {
  active: { label: 'Active', colour: 'text-good' },
  pending_cancellation: { label: 'Cancellation pending', colour: 'text-waiting' },
  expired: { label: 'Expired', colour: 'text-faint' },
};

/** The status of a subscription as a stamp. */
export function SubscriptionStamp({ status }: { status: Status }) {
  const { label, colour } = styles[status];
  return <span className={`stamp ${colour}`}>{label}</span>;
}
