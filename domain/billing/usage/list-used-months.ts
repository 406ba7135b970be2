import { clock } from '#platform/clock.browser.ts';
import { query, type SqlClient } from '#platform/db.ts';
import { openMonth, type PlanTime } from './open-month.ts';

/** A usage month with its used share, 0 to 1: the larger of messages and API calls. */
export type UsedMonth = { planId: string; startsAt: Date; used: number };

const select = `
  SELECT plan_id AS "planId", starts_at AS "startsAt",
    coalesce(greatest(messages_used::float8 / nullif(message_limit, 0),
      api_calls_used::float8 / nullif(api_call_limit, 0)), 1) AS used
  FROM usage_periods WHERE user_id = $1 ORDER BY id`;

/** All usage months of a user, oldest first. */
export const listUsedMonths = (userId: string): Promise<UsedMonth[]> =>
  query<UsedMonth>('used-months', select, [userId]);

/** The paid period that runs now; its current month may have no row yet. */
const selectRunning = `
  SELECT s.started_at AS "startedAt", s.expires_at AS "expiresAt", plans.id,
    plans.message_limit AS "messageLimit", plans.api_call_limit AS "apiCallLimit"
  FROM subscriptions AS s JOIN plans ON plans.id = s.plan_id
  WHERE s.user_id = $1 AND s.status <> 'expired' AND s.order_id IS NOT NULL
    AND s.started_at <= $2 AND s.expires_at > $2
  ORDER BY s.started_at DESC LIMIT 1`;

type RunningPlan = PlanTime['plan'] & { startedAt: Date; expiresAt: Date };

/**
 * Like `usedMonths`, but locks them: until the transaction ends, no call can charge them or a month
 * without a row.
 */
export async function lockUsedMonths(userId: string, tx: SqlClient): Promise<UsedMonth[]> {
  const now = clock.now();
  const [running] = await query<RunningPlan>('running-plan', selectRunning, [userId, now], tx);
  if (running) {
    const { startedAt, expiresAt: until, ...plan } = running;
    await openMonth({ userId, plan, startedAt, until, isBought: true }, now, tx);
  }
  return query<UsedMonth>('lock-used-months', `${select} FOR UPDATE`, [userId], tx);
}
