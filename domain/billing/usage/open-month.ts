import { type UsageMonth, usageMonthAt } from '#domain/billing/periods/months.ts';
import { query, type SqlClient } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { monthLimits } from './month-limits.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    use: 'usage_periods';
  }
}

export type PlanTime = {
  userId: string;
  plan: { id: string; messageLimit: number; apiCallLimit: number };
  /** Usage months are counted from here. */
  startedAt: Date;
  /** Null on the default plan, which does not end. */
  until: Date | null;
  /**
   * A bought period's last month has only the quota of its paid time; a granted one has whole
   * months.
   */
  isBought: boolean;
};

/** The month that was opened last since the plan began. */
const findLast = `
  SELECT starts_at AS "startsAt", ends_at AS "endsAt" FROM usage_periods
  WHERE user_id = $1 AND plan_id = $2 AND starts_at >= $3 AND starts_at <= $4
  ORDER BY starts_at DESC LIMIT 1`;

const insert = `
  INSERT INTO usage_periods (id, user_id, plan_id, starts_at, ends_at, message_limit, api_call_limit)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (user_id, starts_at, plan_id) DO NOTHING`;

/**
 * Inserts the row of the current usage month unless one is open. What is stored decides: a month that was opened while
 * months were counted in UTC ends as it was promised, and the next one begins then.
 */
export async function openMonth(time: PlanTime, now: Date, tx?: SqlClient): Promise<void> {
  const { userId, plan, until, isBought } = time;
  const values = [userId, plan.id, time.startedAt, now];
  const [last] = await query<UsageMonth>('last-usage-month', findLast, values, tx);
  if (last && last.endsAt > now) return;
  const month = usageMonthAt(time.startedAt, now);
  const startsAt = last && last.endsAt > month.startsAt ? last.endsAt : month.startsAt;
  const limits = until && isBought ? monthLimits(plan, month, until) : plan;
  const endsAt = until && until < month.endsAt ? until : month.endsAt;
  await query(
    'open-month',
    insert,
    [
      ...[newId('use'), userId, plan.id, startsAt, endsAt],
      ...[limits.messageLimit, limits.apiCallLimit],
    ],
    tx,
  );
}
