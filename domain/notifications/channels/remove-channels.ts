import { query, type SqlClient } from '#platform/db.ts';

/** An unconfirmed number has no time, so it is removed in any case. */
const statement = `
  WITH removed AS (
    DELETE FROM notification_channels
    WHERE user_id = $1
      AND ($2::timestamptz IS NULL OR confirmed_at IS NULL OR confirmed_at >= $2)
    RETURNING kind, confirmed_at
  ), off AS (
    UPDATE settings SET
      sms = sms AND NOT EXISTS (SELECT FROM removed WHERE kind = 'sms'),
      slack = slack AND NOT EXISTS (SELECT FROM removed WHERE kind = 'slack')
    WHERE user_id = $1
  )
  SELECT 1 FROM removed WHERE confirmed_at IS NOT NULL`;

/**
 * Removes a user's notification channels and turns them off, as an attacker may have connected
 * them. Call it after ending the sessions in the same transaction: a session that is just
 * connecting a channel then fails, or its channel is found here.
 *
 * @param since keeps channels connected before this time
 * @returns how many connected channels were removed
 */
export async function removeChannels(
  userId: string,
  since: Date | null,
  tx: SqlClient,
): Promise<number> {
  return (await query('remove-channels', statement, [userId, since], tx)).length;
}
