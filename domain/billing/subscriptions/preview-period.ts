import { addMonths } from '#domain/billing/periods/months.ts';
import { afterMonths } from '#domain/billing/periods/span.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query } from '#platform/db.ts';
import type { PeriodPreview } from './contract.browser.ts';
import { nextPeriod } from './next-period.ts';
import { listRunningPeriods } from './stored-periods.ts';

/** Of some periods those whose money is to be paid back, if support agrees. */
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
