import { addMonths, afterMonths } from '#domain/billing/months.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query } from '#platform/db.ts';
import { oncePerPage } from '#platform/request-scope.ts';
import type { Plan, Subscription } from '#prisma/generated/client.ts';
import { type PeriodPreview, renewableDays, type SubscriptionOutput } from './contract.browser.ts';
import { nextPeriod } from './next-period.ts';
import { listRunningPeriods } from './stored-periods.ts';

/** The paid plan that is active now, or null on the default plan. */
export const getCurrentSubscription = oncePerPage(async (userId) => {
  const now = clock.now();
  return prisma.subscription.findFirst({
    where: {
      userId,
      status: { in: ['active', 'pending_cancellation'] },
      startedAt: { lte: now },
      expiresAt: { gt: now },
    },
    orderBy: { startedAt: 'desc' },
    include: { plan: true },
  });
});

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
 * Returns the current plan. If there is none, returns the last plan, which has expired.
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
 * Returns when the last consecutive paid period ends; without a following period, the end of the current one.
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

/**
 * Whether a user can pay for a plan: it differs from the current plan, or the current plan ends within
 * `renewableDays` or was cancelled. A user who has already paid for the next period cannot pay again.
 */
export async function isRenewable(userId: string, planId: string): Promise<boolean> {
  const last = await prisma.subscription.findFirst({
    where: {
      userId,
      status: { in: ['active', 'pending_cancellation'] },
      expiresAt: { gt: clock.now() },
    },
    orderBy: { startedAt: 'desc' },
  });
  if (last?.planId !== planId || last.status === 'pending_cancellation') return true;
  const renewableFrom = clock.now().getTime() + renewableDays * 24 * 3_600_000;
  return last.expiresAt.getTime() <= renewableFrom;
}

/** Selects those of the given periods whose orders have a requested or pending refund. */
const selectInRefund = `
  SELECT id FROM subscriptions WHERE id = ANY ($1) AND EXISTS (
    SELECT FROM refunds WHERE order_id = subscriptions.order_id AND status IN ('requested', 'pending'))`;

/** The period that a user would get by paying for a month of a plan now. */
export async function previewPeriod(
  userId: string,
  bought: { planId: string; amountPaise: number },
): Promise<PeriodPreview> {
  const now = clock.now();
  const periods = await listRunningPeriods(userId, now);
  const { startedAt, expiresAt, replaced } = nextPeriod(periods, bought, now);
  const last = periods.at(-1);
  if (!last) return { kind: 'first', startsAt: startedAt, endsAt: expiresAt };
  if (replaced.length === 0) return { kind: 'renewal', startsAt: startedAt, endsAt: expiresAt };
  const { name } = await prisma.plan.findUniqueOrThrow({ where: { id: last.planId } });
  const ids = replaced.map(({ id }) => id);
  const inRefund = new Set(
    (await query<{ id: string }>('periods-in-refund', selectInRefund, [ids])).map(({ id }) => id),
  );
  const sumOf = (isInRefund: boolean) =>
    replaced
      .filter(({ id }) => inRefund.has(id) === isInRefund)
      .reduce((sum, { creditPaise }) => sum + creditPaise, 0);
  const creditPaise = sumOf(false);
  const endsAt = afterMonths(now, 1 + creditPaise / bought.amountPaise);
  return {
    ...{ kind: 'change', startsAt: startedAt, endsAt, from: name },
    ...{ creditPaise, creditMs: endsAt.getTime() - addMonths(now, 1).getTime() },
    inRefundPaise: sumOf(true),
  };
}
