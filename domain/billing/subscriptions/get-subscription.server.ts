import { getCurrentSubscription } from '#domain/billing/periods/get-current-subscription.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { prisma } from '#platform/db.server.ts';
import type { SubscriptionOutput } from './contract.ts';
import { getPaidUntil } from './get-paid-until.server.ts';
import { toSubscription } from './to-subscription.ts';

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
