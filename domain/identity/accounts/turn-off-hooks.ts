import { query, type SqlClient } from '#platform/db.ts';

const turnOff = `
  UPDATE hooks SET is_active = false, encrypted_previous_secret = NULL, previous_ends_at = NULL
  WHERE user_id = $1 AND is_active AND ($2::timestamptz IS NULL OR secret_set_at >= $2)`;

/**
 * Turns off the hooks whose secret an attacker may know. Like `turnOffEndpoints`, call it in the transaction that ends the
 * sessions, after ending them. The table belongs to `domain/messaging/hooks`, which this group must not import.
 *
 * @param since hooks whose secret was set before this time stay on; null turns all hooks off
 */
export async function turnOffHooks(
  userId: string,
  since: Date | null,
  tx: SqlClient,
): Promise<void> {
  await query('turn-off-hooks', turnOff, [userId, since], tx);
}
