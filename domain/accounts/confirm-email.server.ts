import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import { hashToken } from './issue-token.server.ts';
import { goodLink } from './mailed-token-sql.ts';

const statement = `
  WITH taken AS (
    DELETE FROM account_tokens USING users WHERE ${goodLink}
    RETURNING account_tokens.user_id
  )
  UPDATE users SET email_confirmed_at = coalesce(email_confirmed_at, $3)
  FROM taken WHERE users.id = taken.user_id
  RETURNING users.id`;

/**
 * Follows the link that was mailed to an address.
 *
 * @returns whether the link was good; it is so once
 */
export async function confirmEmail(token: string): Promise<boolean> {
  const rows = await query('confirm-email', statement, [
    hashToken(token),
    'confirm_email',
    clock.now(),
  ]);
  return rows.length > 0;
}
