import { listUsedMonths, lockUsedMonths } from '#domain/billing/usage/usage-months.ts';
import { addAccountEvents } from '#domain/webhooks/outbox/add-account-events.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, type SqlClient, type Transaction } from '#platform/db.ts';
import { listUsageMonths, type Period } from './next-period.ts';
import type { StoredPeriod } from './reverse-period.ts';

const selectRunning = `
  SELECT id, plan_id AS "planId", started_at AS "startedAt", expires_at AS "expiresAt",
    value_paise AS "valuePaise"
  FROM subscriptions
  WHERE user_id = $1 AND status IN ('active', 'pending_cancellation') AND expires_at > $2
  ORDER BY started_at`;

/**
 * A user's periods that run at a time or begin later, in order.
 *
 * @param tx if given, the usage of these periods stays locked until this transaction ends
 */
export async function listRunningPeriods(
  userId: string,
  at: Date,
  tx?: SqlClient,
): Promise<Period[]> {
  const months = tx ? await lockUsedMonths(userId, tx) : await listUsedMonths(userId);
  const periods = await query<Omit<Period, 'months'>>(
    'running-periods',
    selectRunning,
    [userId, at],
    tx,
  );
  return periods.map((period) => ({ ...period, months: listUsageMonths(period, months) }));
}

const updatePeriods = `
  UPDATE subscriptions SET status = p.status::subscription_status, started_at = p."startedAt",
    expires_at = p."expiresAt", value_paise = p."valuePaise", credited_to = p."creditedTo",
    credited_paise = p."creditedPaise", original_expires_at = p."originalExpiresAt"
  FROM jsonb_to_recordset($1) AS p (id text, status text, "startedAt" timestamptz,
    "expiresAt" timestamptz, "valuePaise" int, "creditedTo" text, "creditedPaise" int,
    "originalExpiresAt" timestamptz)
  WHERE subscriptions.id = p.id`;

/**
 * Writes the periods that a refund changed.
 *
 * @param tx a transaction that holds `subscriptionLockName`
 */
export async function savePeriods(periods: StoredPeriod[], tx: SqlClient): Promise<void> {
  await query('write-periods', updatePeriods, [JSON.stringify(periods)], tx);
}

const statement = `
  SELECT p.name AS plan, s.plan_id AS "planId", s.status, s.started_at AS "startedAt", s.expires_at AS "expiryDate"
  FROM subscriptions AS s JOIN plans AS p ON p.id = s.plan_id
  WHERE s.user_id = $1 AND s.status IN ('active', 'pending_cancellation') AND s.started_at <= $2 AND s.expires_at > $2
  ORDER BY s.started_at DESC LIMIT 1`;

type Row = {
  plan: string;
  planId: string;
  status: 'active' | 'pending_cancellation';
  startedAt: Date;
  expiryDate: Date;
};

/**
 * Writes the event about a changed plan of an account. The event's data is the current paid plan, or null on the
 * default plan.
 *
 * @param tx the transaction that has changed its periods
 */
export async function addPlanEvent(userId: string, tx: Transaction): Promise<void> {
  const [row] = await query<Row>('plan-for-event', statement, [userId, clock.now()], tx);
  const subscription = row
    ? {
        ...row,
        startedAt: row.startedAt.toISOString(),
        expiryDate: row.expiryDate.toISOString(),
      }
    : null;
  await addAccountEvents(userId, 'plan.changed', { subscription }, tx);
}
