import { getCurrentSubscription } from '#domain/billing/periods/get-current-subscription.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import type { Plan, Subscription } from '#prisma/generated/client.ts';
import type { SubscriptionOutput } from './contract.browser.ts';

/**
 * The current plan, with the end of the last paid period.
 *
 * @throws DomainError `not_found` for a user on the default plan
 */
export async function getSubscription(userId: string): Promise<SubscriptionOutput> {
  const row = await getCurrentSubscription(userId);
  if (!row) throw new DomainError('not_found', { message: 'There is no paid plan.' });
  return toSubscription(row, await getPaidUntil(userId, row.expiresAt));
}

/** Returns the period that a completed order gave. */
export async function getPaidPeriod(orderId: string): Promise<SubscriptionOutput> {
  const row = await prisma.subscription.findUniqueOrThrow({
    where: { orderId },
    include: { plan: { select: { name: true } } },
  });
  return toSubscription(row, row.expiresAt);
}

/**
 * The current plan, or else the last one, which is expired.
 *
 * @returns null if the user never had a paid plan
 */
export async function getLatestSubscription(userId: string): Promise<SubscriptionOutput | null> {
  const current = await getCurrentSubscription(userId);
  if (current) return toSubscription(current, await getPaidUntil(userId, current.expiresAt));
  const last = await prisma.subscription.findFirst({
    where: { userId, expiresAt: { lte: clock.now() } },
    orderBy: { expiresAt: 'desc' },
    include: { plan: { select: { name: true } } },
  });
  // The row may still say `active` until the next reconciler run.
  return last && toSubscription({ ...last, status: 'expired' }, last.expiresAt);
}

/**
 * The end of the last paid period that follows the current one, or else of the current one.
 *
 * @param runsUntil the end of the current period
 */
export async function getPaidUntil(userId: string, runsUntil: Date): Promise<Date> {
  const last = await prisma.subscription.findFirst({
    where: {
      userId,
      status: { in: ['active', 'pending_cancellation'] },
      startedAt: { gte: runsUntil },
    },
    orderBy: { expiresAt: 'desc' },
    select: { expiresAt: true },
  });
  return last?.expiresAt ?? runsUntil;
}

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
