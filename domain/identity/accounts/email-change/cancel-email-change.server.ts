import { clock } from '#platform/clock.ts';
import { type Queryable, query } from '#platform/db.server.ts';

const statement = `
  WITH void AS (DELETE FROM account_tokens WHERE user_id = $1 AND purpose = 'change_email')
  UPDATE email_changes SET ended_at = $2
  WHERE user_id = $1 AND confirmed_at IS NULL AND ended_at IS NULL`;

/**
 * Ends the change of a user's address that waits to be confirmed, if there is one.
 *
 * @param on the transaction to do it in, if it is part of one
 */
export async function cancelEmailChange(userId: string, on?: Queryable): Promise<void> {
  await query('cancel-email-change', statement, [userId, clock.now()], on);
}
