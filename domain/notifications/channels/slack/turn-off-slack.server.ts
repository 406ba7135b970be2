import { enqueueEmail } from '#domain/notifications/email/enqueue-email.server.ts';
import { clock } from '#platform/clock.ts';
import { query, transaction } from '#platform/db.server.ts';
import { turnChannel } from '../turn-channel.server.ts';

/** Of many notifications that are refused at once, one turns it off, and mails. */
const statement = `
  UPDATE notification_channels SET refused_at = $2
  WHERE id = $1 AND refused_at IS NULL RETURNING user_id AS "userId"`;

/**
 * Turns notifications to Slack off, because the address refuses for good, and mails its user.
 *
 * @param channelId of the address that refused; one that took its place meanwhile stays on
 */
export async function turnOffSlack(channelId: string, email: string): Promise<void> {
  await transaction(async (on) => {
    const values = [channelId, clock.now()];
    const [row] = await query<{ userId: string }>('refuse-channel', statement, values, on);
    if (!row) return;
    await turnChannel(row.userId, 'slack', false, on);
    await enqueueEmail('slack_turned_off', email, on, channelId);
  });
}
