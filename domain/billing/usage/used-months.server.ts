import { clock } from '#platform/clock.ts';
import { query, type SqlClient } from '#platform/db.server.ts';
import { openMonth, type PlanTime } from './open-month.server.ts';

/** A month of use of a plan, and which share of it is used: of messages or API calls, what is more. */
export type UsedMonth = { planId: string; startsAt: Date; used: number };

const select = `
  SELECT plan_id AS "planId", starts_at AS "startsAt",
    coalesce(greatest(messages_used::float8 / nullif(message_limit, 0),
      api_calls_used::float8 / nullif(api_call_limit, 0)), 1) AS used
  FROM usage_periods WHERE user_id = $1 ORDER BY id`;

/** The months of use of a user, the oldest first. */
export const usedMonths = (userId: string): Promise<UsedMonth[]> =>
  query<UsedMonth>('used-months', select, [userId]);

/** What runs of what was bought: its month may have no row yet. */
const runs = `
  SELECT s.started_at AS "startedAt", s.expires_at AS "expiresAt", plans.id,
    plans.message_limit AS "messageLimit", plans.api_call_limit AS "apiCallLimit"
  FROM subscriptions AS s JOIN plans ON plans.id = s.plan_id
  WHERE s.user_id = $1 AND s.status <> 'expired' AND s.order_id IS NOT NULL
    AND s.started_at <= $2 AND s.expires_at > $2
  ORDER BY s.started_at DESC LIMIT 1`;

type Runs = PlanTime['plan'] & { startedAt: Date; expiresAt: Date };

/** The same; until the transaction ends, no call charges them, nor a month that has yet no row. */
export async function lockUsedMonths(userId: string, on: SqlClient): Promise<UsedMonth[]> {
  const now = clock.now();
  const [running] = await query<Runs>('plan-that-runs', runs, [userId, now], on);
  if (running) {
    const { startedAt, expiresAt: until, ...plan } = running;
    await openMonth({ userId, plan, startedAt, until, isBought: true }, now, on);
  }
  return query<UsedMonth>('lock-used-months', `${select} FOR UPDATE`, [userId], on);
}
