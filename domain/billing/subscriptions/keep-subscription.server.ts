import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';

const statement = `
  UPDATE subscriptions SET status = 'active', cancelled_at = NULL, cancel_reason = NULL
  WHERE user_id = $1 AND status = 'pending_cancellation' AND expires_at > $2`;

/** Takes a cancellation back, as long as the plan runs. */
export async function keepSubscription(userId: string): Promise<void> {
  await query('keep-subscription', statement, [userId, clock.now()]);
}
