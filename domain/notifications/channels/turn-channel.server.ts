import { query, type SqlClient } from '#platform/db.server.ts';

/**
 * Turns notifications by SMS or to Slack on or off; everything else stays as it is chosen.
 *
 * @param on the transaction to do it in
 */
export async function turnChannel(
  userId: string,
  channel: 'sms' | 'slack',
  isOn: boolean,
  on: SqlClient,
): Promise<void> {
  const statement = `
    INSERT INTO settings (user_id, allowed_addresses, ${channel}) VALUES ($1, '{}', $2)
    ON CONFLICT (user_id) DO UPDATE SET ${channel} = excluded.${channel}`;
  await query(`turn-${channel}`, statement, [userId, isOn], on);
}
