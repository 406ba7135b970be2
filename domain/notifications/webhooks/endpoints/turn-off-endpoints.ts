import { query, type SqlClient } from '#platform/db.ts';

const statement = `
  UPDATE webhook_endpoints SET enabled = false, disabled_at = now(), disabled_reason = 'account_recovered'
  WHERE user_id = $1 AND enabled AND ($2::timestamptz IS NULL OR url_set_at >= $2)`;

/**
 * Turns endpoints off whose address an attacker may have set. Call it after ending the sessions, in the same transaction, as
 * `removeChannels`.
 *
 * @param since keeps those whose address was set before this time
 */
export async function turnOffEndpoints(
  userId: string,
  since: Date | null,
  tx: SqlClient,
): Promise<void> {
  await query('turn-off-webhook-endpoints', statement, [userId, since], tx);
}
