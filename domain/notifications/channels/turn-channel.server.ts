import { query, type SqlClient } from '#platform/db.server.ts';

/** Turns SMS or Slack notifications on or off, leaving other settings as they are. */
export async function turnChannel(
  userId: string,
  channel: 'sms' | 'slack',
  isOn: boolean,
  tx: SqlClient,
): Promise<void> {
  const statement = `
    INSERT INTO settings (user_id, allowed_addresses, ${channel}) VALUES ($1, '{}', $2)
    ON CONFLICT (user_id) DO UPDATE SET ${channel} = excluded.${channel}`;
  await query(`turn-${channel}`, statement, [userId, isOn], tx);
}
