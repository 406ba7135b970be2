import { query, type SqlClient } from '#platform/db.server.ts';
import type { StoredPeriod } from './reverse-period.ts';

const statement = `
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
  await query('write-periods', statement, [JSON.stringify(periods)], tx);
}
