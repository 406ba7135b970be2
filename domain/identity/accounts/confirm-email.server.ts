import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import { hashToken } from './issue-token.server.ts';
import { validMailedTokenSql } from './valid-mailed-token-sql.ts';

const statement = `
  WITH consumed_token AS (
    DELETE FROM account_tokens USING users WHERE ${validMailedTokenSql} AND users.id = $4
    RETURNING account_tokens.user_id
  )
  UPDATE users SET email_confirmed_at = coalesce(email_confirmed_at, $3)
  FROM consumed_token WHERE users.id = consumed_token.user_id
  RETURNING users.id`;

/**
 * Confirms an email address by its emailed link. Only the signed-in owner of the account can: if a
 * stranger signed up with this address, its real owner must not confirm it with one click.
 *
 * @param userId the signed-in user
 * @returns whether the link was valid; it works once
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
