import { usageMonthAt } from '#domain/billing/periods/months.ts';
import { query, type SqlClient } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { monthLimits } from './month-limits.ts';

/** A user's time on a plan. */
export type PlanTime = {
  userId: string;
  plan: { id: string; messageLimit: number; apiCallLimit: number };
  /** When it began; months of use are counted from here. */
  startedAt: Date;
  /** When it ends, if it does. */
  until: Date | null;
  /** What was paid for has no more quota than its time; what was given by hand has whole months. */
  isBought: boolean;
};

const insert = `
  INSERT INTO usage_periods (id, user_id, plan_id, starts_at, ends_at, message_limit, api_call_limit)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (user_id, starts_at, plan_id) DO NOTHING`;

/**
 * Writes the row of the month of use that runs, unless it is there.
 *
 * @returns when that month began
 */
export async function openMonth(time: PlanTime, now: Date, on?: SqlClient): Promise<Date> {
  const { userId, plan, until, isBought } = time;
  const month = usageMonthAt(time.startedAt, now);
  const limits = until && isBought ? monthLimits(plan, month, until) : plan;
  const endsAt = until && until < month.endsAt ? until : month.endsAt;
  await query(
    'open-month',
    insert,
    [
      ...[newId('use'), userId, plan.id, month.startsAt, endsAt],
      ...[limits.messageLimit, limits.apiCallLimit],
    ],
    on,
  );
  return month.startsAt;
}
