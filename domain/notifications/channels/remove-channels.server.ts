import { query, type SqlClient } from '#platform/db.server.ts';

/** A number that waits for its code has no time: it goes in any case. */
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
 * Forgets where a user's notifications go, and turns them off, because somebody else may have connected it. Called
 * after sessions were ended by the same transaction: what one of them was connecting is found, or not connected.
 *
 * @param since leaves what was connected before this time
 * @returns how many were connected
 */
export async function removeChannels(
  userId: string,
  since: Date | null,
  on: SqlClient,
): Promise<number> {
  return (await query('remove-channels', statement, [userId, since], on)).length;
}
