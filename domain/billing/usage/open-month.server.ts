import { usageMonthAt } from '#domain/billing/periods/months.ts';
import { query, type SqlClient } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { monthLimits } from './month-limits.ts';

declare module '#platform/ids.server.ts' {
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

const insert = `
  INSERT INTO usage_periods (id, user_id, plan_id, starts_at, ends_at, message_limit, api_call_limit)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (user_id, starts_at, plan_id) DO NOTHING`;

/** Inserts the row of the current usage month unless it exists. */
export async function openMonth(time: PlanTime, now: Date, tx?: SqlClient): Promise<void> {
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
    tx,
  );
}
