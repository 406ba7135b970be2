import { requestMail } from '#domain/mail/request-mail.server.ts';
import { endAllSessions } from '#domain/sessions/end-all-sessions.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { query, transaction } from '#platform/db.server.ts';
import { hashPassword } from './hash-password.server.ts';
import { hashToken } from './issue-token.server.ts';
import { goodLink } from './mailed-token-sql.ts';

/** Whoever read the letter reads what is mailed there, so the address is confirmed as well. */
const take = `
  WITH taken AS (
    DELETE FROM account_tokens USING users WHERE ${goodLink}
    RETURNING account_tokens.user_id
  )
  UPDATE users SET password_hash = $4, email_confirmed_at = coalesce(email_confirmed_at, $3)
  FROM taken WHERE users.id = taken.user_id
  RETURNING users.id, users.email`;

/** Links and codes that are under way, and the older letters. */
const forget = `DELETE FROM account_tokens WHERE user_id = $1`;

const look = `SELECT 1 FROM account_tokens, users WHERE ${goodLink}`;

/**
 * Sets a new password by a mailed link, ends every session and link, and writes to the owner that it was done.
 * All of it happens, or nothing.
 *
 * @throws DomainError `invalid_parameter` for a link that is unknown, used or over
 */
export async function resetPassword(token: string, password: string): Promise<void> {
  const link = [hashToken(token), 'reset_password', clock.now()];
  // Hashing is dear: it is not to be had for a made-up link. Who takes the link is decided below.
  if ((await query('look-at-reset-link', look, link)).length === 0) throw notValid();
  const passwordHash = await hashPassword(password);
  const email = await transaction(async (on) => {
    const values = [...link, passwordHash];
    const [user] = await query<{ id: string; email: string }>('reset-password', take, values, on);
    if (!user) throw notValid();
    await query('forget-links', forget, [user.id], on);
    await endAllSessions(user.id, undefined, on);
    return user.email;
  });
  await requestMail('password_changed', email);
}

const notValid = () =>
  new DomainError('invalid_parameter', {
    param: 'token',
    message: 'This link is not valid any more. Please ask for a new one.',
  });
