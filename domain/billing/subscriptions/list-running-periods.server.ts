import { lockUsedMonths, usedMonths } from '#domain/billing/usage/used-months.server.ts';
import { query, type SqlClient } from '#platform/db.server.ts';
import { listUsageMonths } from './list-usage-months.ts';
import type { Period } from './next-period.ts';

const statement = `
  SELECT id, plan_id AS "planId", started_at AS "startedAt", expires_at AS "expiresAt",
    value_paise AS "valuePaise"
  FROM subscriptions
  WHERE user_id = $1 AND status IN ('active', 'pending_cancellation') AND expires_at > $2
  ORDER BY started_at`;

/**
 * The periods of a user that run at a time or follow on what runs then, by their beginning.
 *
 * @param on a transaction: what is used of them stays as it is until its end
 */
export async function listRunningPeriods(
  userId: string,
  at: Date,
  on?: SqlClient,
): Promise<Period[]> {
  const months = on ? await lockUsedMonths(userId, on) : await usedMonths(userId);
  const periods = await query<Omit<Period, 'months'>>(
    'running-periods',
    statement,
    [userId, at],
    on,
  );
  return periods.map((period) => ({ ...period, months: listUsageMonths(period, months) }));
}
