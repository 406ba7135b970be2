import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import { hashToken } from './issue-token.server.ts';
import { validMailedTokenSql } from './valid-mailed-token-sql.ts';

const statement = `
  WITH taken AS (
    DELETE FROM account_tokens USING users WHERE ${validMailedTokenSql} AND users.id = $4
    RETURNING account_tokens.user_id
  )
  UPDATE users SET email_confirmed_at = coalesce(email_confirmed_at, $3)
  FROM taken WHERE users.id = taken.user_id
  RETURNING users.id`;

/**
 * Follows the link that was mailed to an address. Only the account's owner can: a stranger who signed up
 * with somebody's address must not have it confirmed by that person's press of a button.
 *
 * @param userId who is signed in
 * @returns whether the link was good; it is so once
 */
export async function confirmEmail(token: string, userId: string): Promise<boolean> {
  const rows = await query('confirm-email', statement, [
    hashToken(token),
    'confirm_email',
    clock.now(),
    userId,
  ]);
  return rows.length > 0;
}
