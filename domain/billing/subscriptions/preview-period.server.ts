import { addMonths } from '#domain/billing/periods/months.ts';
import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import type { PeriodPreview } from './contract.ts';
import { nextPeriod } from './next-period.ts';
import { listRunningPeriods } from './stored-periods.server.ts';

/** The period that a user would get by paying for a month of a plan now. */
export async function previewPeriod(
  userId: string,
  bought: { planId: string; amountPaise: number },
): Promise<PeriodPreview> {
  const now = clock.now();
  const periods = await listRunningPeriods(userId, now);
  const { startedAt, expiresAt, creditPaise, replaced } = nextPeriod(periods, bought, now);
  const times = { startsAt: startedAt, endsAt: expiresAt };
  const last = periods.at(-1);
  if (!last) return { kind: 'first', ...times };
  if (replaced.length === 0) return { kind: 'renewal', ...times };
  const { name } = await prisma.plan.findUniqueOrThrow({ where: { id: last.planId } });
  const creditMs = expiresAt.getTime() - addMonths(now, 1).getTime();
  return { kind: 'change', ...times, from: name, creditPaise, creditMs };
}
