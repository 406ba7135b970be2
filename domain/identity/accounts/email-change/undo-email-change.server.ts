import { revokeAllSessions } from '#domain/identity/sessions/revoke-session.server.ts';
import { removeChannels } from '#domain/notifications/channels/remove-channels.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { query, transaction } from '#platform/db.server.ts';
import { issueMailedToken } from '../issue-mailed-token.server.ts';
import { hashToken } from '../issue-token.server.ts';

const lock = `
  SELECT users.id FROM users JOIN account_tokens ON account_tokens.user_id = users.id
  WHERE token_hash = $1 AND purpose = 'undo_email_change' FOR UPDATE OF users`;

const find = `
  SELECT user_id AS "userId", old_email AS "oldEmail", old_email_key AS "oldEmailKey",
    requested_at AS "requestedAt"
  FROM email_changes JOIN account_tokens USING (user_id)
  WHERE token_hash = $1 AND purpose = 'undo_email_change' AND undo_until > $2
    AND bound_to = sha256(convert_to(email_changes.id, 'UTF8'))`;

/** Whoever changed the address may have changed it again: nothing of what came after can be undone or confirmed. */
const endChanges = `
  UPDATE email_changes SET undo_until = $3, ended_at = coalesce(ended_at, $3)
  WHERE user_id = $1 AND requested_at >= $2`;

/** Whoever read the mail reads what comes to the address, and nobody knows who knows the password. */
const restore = `
  UPDATE users SET email = $2, email_key = $3, email_confirmed_at = $4, password_hash = NULL
  WHERE id = $1`;

const unlink = 'DELETE FROM identities WHERE user_id = $1 AND created_at >= $2';

const turnOffKeys = `
  UPDATE credentials SET is_active = false, off_reason = 'email_change_undone'
  WHERE user_id = $1 AND is_active AND created_at >= $2`;

/** Links and codes under way. Links that undo an earlier change stay: its address comes before this one. */
const forget = `DELETE FROM account_tokens WHERE user_id = $1 AND purpose <> 'undo_email_change'`;

/** Somebody else may have signed in from one of them. */
const forgetDevices = 'DELETE FROM known_devices WHERE user_id = $1';

type Change = { userId: string; oldEmail: string; oldEmailKey: string; requestedAt: Date };

/**
 * Gives an account its old address back, by the link that was mailed there, whatever was done with the account
 * since: every later change of the address is over, every session ends, the password is void, providers that
 * were linked and API keys that were created since let nobody in, and notifications go nowhere that was connected
 * since.
 *
 * @returns the old address, and the token of a link that sets a new password
 * @throws DomainError `invalid_parameter` for a link that is unknown, used, or older than 72 hours
 */
export async function undoEmailChange(
  token: string,
): Promise<{ email: string; resetToken: string }> {
  const hash = hashToken(token);
  const now = clock.now();
  const { userId, oldEmail } = await transaction(async (on) => {
    await query('lock-user-to-undo', lock, [hash], on);
    const [change] = await query<Change>('find-email-change', find, [hash, now], on);
    if (!change) throw notValid();
    const { userId, oldEmail, oldEmailKey, requestedAt } = change;
    await query('restore-address', restore, [userId, oldEmail, oldEmailKey, now], on);
    await query('end-email-changes', endChanges, [userId, requestedAt, now], on);
    await query('unlink-later-identities', unlink, [userId, requestedAt], on);
    await query('turn-off-later-keys', turnOffKeys, [userId, requestedAt], on);
    await query('forget-links-but-undo', forget, [userId], on);
    await query('forget-devices-after-undo', forgetDevices, [userId], on);
    await revokeAllSessions(userId, undefined, on);
    await removeChannels(userId, requestedAt, on);
    return change;
  });
  return {
    email: oldEmail,
    resetToken: await issueMailedToken('reset_password', userId, oldEmail),
  };
}

const notValid = () =>
  new DomainError('invalid_parameter', {
    param: 'token',
    message: 'This link has expired or was already used. It undoes a change once, within 72 hours.',
  });
