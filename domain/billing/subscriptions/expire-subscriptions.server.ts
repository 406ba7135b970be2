import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';

const statement = `
  UPDATE subscriptions SET status = 'expired'
  WHERE status IN ('active', 'pending_cancellation') AND expires_at <= $1
  RETURNING id`;

/**
 * Sets periods that have ended to `expired`. For display only: what counts is `expires_at`.
 *
 * @returns how many
 */
export async function expireSubscriptions(): Promise<number> {
  return (await query('expire-subscriptions', statement, [clock.now()])).length;
}
