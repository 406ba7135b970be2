import type { Plan, Subscription } from '#prisma/generated/client.ts';
import type { SubscriptionOutput } from './contract.ts';

/** What of a period its owner is told. */
export type SubscriptionRow = Pick<Subscription, 'id' | 'planId' | 'status' | 'startedAt'> & {
  plan: Pick<Plan, 'name'>;
};

/**
 * A period as its owner sees it.
 *
 * @param ends of all that is paid for
 */
export function toSubscription(row: SubscriptionRow, ends: Date): SubscriptionOutput {
  const isActive = row.status === 'active';
  return {
    _id: row.id,
    plan: row.plan.name,
    planId: row.planId,
    status: row.status,
    startedAt: row.startedAt.toISOString(),
    expiryDate: ends.toISOString(),
    nextBillingDate: isActive ? ends.toISOString() : null,
    canCancel: isActive,
  };
}
