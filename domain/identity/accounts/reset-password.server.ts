import { revokeAllSessions } from '#domain/identity/sessions/revoke-session.server.ts';
import { removeChannels } from '#domain/notifications/channels/remove-channels.server.ts';
import { enqueueEmail } from '#domain/notifications/email/enqueue-email.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { query, transaction } from '#platform/db.server.ts';
import { cancelEmailChange } from './email-change/pending-email-change.server.ts';
import { hashNewPassword } from './hash-new-password.server.ts';
import { hashToken } from './issue-token.server.ts';
import { validMailedTokenSql } from './valid-mailed-token-sql.ts';

/** Whoever read the letter reads what is mailed there, so the address is confirmed as well. */
const take = `
  WITH taken AS (
    DELETE FROM account_tokens USING users WHERE ${validMailedTokenSql}
    RETURNING account_tokens.user_id
  )
  UPDATE users SET password_hash = $4, email_confirmed_at = coalesce(users.email_confirmed_at, $3)
  FROM taken JOIN users AS before ON before.id = taken.user_id
  WHERE users.id = before.id
  RETURNING users.id, users.email, before.email_confirmed_at IS NULL AS "wasUnconfirmed"`;

type Taken = { id: string; email: string; wasUnconfirmed: boolean };

/**
 * Whoever had the account before may have been somebody else, who gave it this address: what they could
 * still come in by goes. A provider that confirms the same address is linked again at its next sign-in.
 */
const unlink = 'DELETE FROM identities WHERE user_id = $1';
const turnOffKeys = `
  UPDATE credentials SET is_active = false, off_reason = 'password_reset'
  WHERE user_id = $1 AND is_active
  RETURNING id`;

/**
 * Links and codes that are under way, and the older letters. Who came by this address may not be its rightful
 * owner: what undoes a change of it stays.
 */
const forget = `DELETE FROM account_tokens WHERE user_id = $1 AND purpose <> 'undo_email_change'`;

/** Somebody else may have signed in from one of them. */
const forgetDevices = 'DELETE FROM known_devices WHERE user_id = $1';

const look = `SELECT users.name, users.email FROM account_tokens, users WHERE ${validMailedTokenSql}`;

/**
 * Sets a new password by a mailed link, and writes to the owner that it was done. Every session and link
 * ends and every provider is unlinked; where nobody had confirmed the address, API keys are turned off and the
 * channels of notifications removed.
 *
 * @returns how many API keys were turned off, and how many channels removed
 * @throws DomainError `invalid_parameter` for a link that is unknown, used or over; and what
 *   `hashNewPassword` throws, which leaves the link good
 */
export async function resetPassword(
  token: string,
  password: string,
): Promise<{ keysTurnedOff: number; channelsRemoved: number }> {
  const link = [hashToken(token), 'reset_password', clock.now()];
  // Hashing is dear: it is not to be had for a made-up link. Who takes the link is decided below.
  const [owner] = await query<{ name: string; email: string }>('look-at-reset-link', look, link);
  if (!owner) throw notValid();
  const passwordHash = await hashNewPassword(password, owner);
  return transaction(async (on) => {
    const values = [...link, passwordHash];
    const [user] = await query<Taken>('reset-password', take, values, on);
    if (!user) throw notValid();
    await query('unlink-identities', unlink, [user.id], on);
    const off = user.wasUnconfirmed ? await query('turn-off-keys', turnOffKeys, [user.id], on) : [];
    await query('forget-links', forget, [user.id], on);
    await query('forget-known-devices', forgetDevices, [user.id], on);
    await cancelEmailChange(user.id, on);
    await revokeAllSessions(user.id, undefined, on);
    const channelsRemoved = user.wasUnconfirmed ? await removeChannels(user.id, null, on) : 0;
    await enqueueEmail('password_changed', user.email, on);
    return { keysTurnedOff: off.length, channelsRemoved };
  });
}

const notValid = () =>
  new DomainError('invalid_parameter', {
    param: 'token',
    message: 'This link has expired or was already used. Please request a new one.',
  });
