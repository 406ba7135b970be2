import type { Plan, Subscription } from '#prisma/generated/client.ts';
import type { SubscriptionOutput } from './contract.ts';

/** The columns of a period that its owner sees. */
export type SubscriptionRow = Pick<Subscription, 'id' | 'planId' | 'status' | 'startedAt'> & {
  plan: Pick<Plan, 'name'>;
};

/** Converts a period to its API output. @param ends the end of the last paid period */
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
