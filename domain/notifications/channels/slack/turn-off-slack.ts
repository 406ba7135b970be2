import { enqueueEmail } from '#domain/notifications/channels/enqueue-email.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, transaction } from '#platform/db.ts';
import { turnChannel } from '../turn-channel.ts';

/**
 * The conditional update lets one of parallel rejections turn the channel off and send the email.
 */
const statement = `
  UPDATE notification_channels SET refused_at = $2
  WHERE id = $1 AND refused_at IS NULL RETURNING user_id AS "userId"`;

/**
 * Turns Slack notifications off after a permanent rejection, and notifies the user by email.
 *
 * @param channelId the rejected channel; a replacement connected meanwhile stays on
 */
export async function turnOffSlack(channelId: string, email: string): Promise<void> {
  await transaction(async (tx) => {
    const values = [channelId, clock.now()];
    const [row] = await query<{ userId: string }>('reject-channel', statement, values, tx);
    if (!row) return;
    await turnChannel(row.userId, 'slack', false, tx);
    await enqueueEmail('slack_turned_off', email, tx, channelId);
  });
}
