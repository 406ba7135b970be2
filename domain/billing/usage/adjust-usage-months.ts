import { isByUtc, usageMonthAt } from '#domain/billing/periods/months.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, type SqlClient } from '#platform/db.ts';
import { monthLimits } from './month-limits.ts';

/** The unexpired paid period that a usage month belongs to. */
const open = `
  SELECT FROM subscriptions AS s
  WHERE s.user_id = $1 AND s.plan_id = usage_periods.plan_id AND s.status <> 'expired'
    AND s.started_at <= usage_periods.starts_at AND s.expires_at > usage_periods.starts_at
    AND s.expires_at > $2`;

const close = `
  UPDATE usage_periods SET message_limit = messages_used, api_call_limit = api_calls_used
  WHERE user_id = $1 AND ends_at > $2 AND NOT EXISTS (${open})
    AND plan_id IN (SELECT id FROM plans WHERE NOT is_default)`;

/**
 * Sets the quota of usage months whose paid period ended to what is used: the rest was credited,
 * and an API process may have such a month cached for half a second.
 *
 * @param tx a transaction that changed the user's periods
 */
export async function closeMonths(userId: string, now: Date, tx: SqlClient): Promise<void> {
  await query('close-months', close, [userId, now], tx);
}

/** The current usage month of a paid period, with the plan's limits. */
const running = `
  SELECT u.id, s.started_at AS "startedAt", s.expires_at AS "expiresAt", u.starts_at AS "startsAt", u.ends_at AS "endsAt",
    plans.message_limit AS "messageLimit", plans.api_call_limit AS "apiCallLimit"
  FROM subscriptions AS s
  JOIN plans ON plans.id = s.plan_id
  JOIN usage_periods AS u ON u.user_id = s.user_id AND u.plan_id = s.plan_id
    AND u.starts_at >= s.started_at AND u.starts_at <= $2
  WHERE s.user_id = $1 AND s.status <> 'expired' AND s.order_id IS NOT NULL
    AND s.started_at <= $2 AND s.expires_at > $2
  ORDER BY u.starts_at DESC LIMIT 1`;

type Running = {
  id: string;
  startedAt: Date;
  expiresAt: Date;
  startsAt: Date;
  endsAt: Date;
  messageLimit: number;
  apiCallLimit: number;
};

const fit = `
  UPDATE usage_periods SET ends_at = $2, message_limit = greatest(messages_used, $3::int),
    api_call_limit = greatest(api_calls_used, $4::int)
  WHERE id = $1`;

/**
 * Adjusts the usage months after a refund ended, shortened or restored periods.
 *
 * @param tx a transaction that changed the user's periods
 */
export async function adjustUsageMonths(userId: string, tx: SqlClient): Promise<void> {
  const now = clock.now();
  await closeMonths(userId, now, tx);
  const [found] = await query<Running>('running-month', running, [userId, now], tx);
  if (!found) return;
  const { id, startedAt, expiresAt, startsAt, endsAt: promised, ...limits } = found;
  const stored = { startsAt, endsAt: promised };
  const month = isByUtc(startedAt, stored) ? stored : usageMonthAt(startedAt, startsAt);
  const { messageLimit, apiCallLimit } = monthLimits(limits, month, expiresAt);
  const endsAt = Math.min(expiresAt.getTime(), month.endsAt.getTime());
  await query('adjust-usage-month', fit, [id, new Date(endsAt), messageLimit, apiCallLimit], tx);
}
