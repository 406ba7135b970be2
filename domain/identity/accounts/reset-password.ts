import { recordAudit } from '#domain/audit/record-audit.ts';
import { logAuthEvent } from '#domain/identity/auth-events.ts';
import { forgetWrongCodes } from '#domain/identity/factors/verify-code.ts';
import { revokeAllSessions } from '#domain/identity/sessions/manage-sessions.ts';
import { removeChannels } from '#domain/notifications/channels/manage-channels.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { turnOffEndpoints } from '#domain/webhooks/endpoints/manage-endpoints.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, transaction } from '#platform/db.ts';
import { hashToken, validMailedTokenSql } from './account-tokens.ts';
import { cancelEmailChange, turnOffHooks } from './email-change.ts';
import { hashNewPassword } from './hash-password.ts';
import { limitAuthAttempt, type Origin } from './limit-auth-attempts.ts';

/**
 * Enqueues a password reset email. Only the worker looks up the account, so that neither the response nor its delay reveals
 * whether an account has this email address.
 *
 * @throws DomainError `rate_limited`
 */
export async function requestPasswordReset(email: string, origin: Origin): Promise<void> {
  await limitAuthAttempt('forgot', origin, email);
  await enqueueEmail('reset_password', email);
}

/** Sets the password. Also confirms the email address, because the emailed link proves that the user has access to it. */
const setPassword = `
  WITH consumed_token AS (
    DELETE FROM account_tokens USING users WHERE ${validMailedTokenSql}
    RETURNING account_tokens.user_id
  )
  UPDATE users SET password_hash = $4, email_confirmed_at = coalesce(users.email_confirmed_at, $3)
  FROM consumed_token JOIN users AS before ON before.id = consumed_token.user_id
  WHERE users.id = before.id
  RETURNING users.id, users.email, before.email_confirmed_at IS NULL AS "wasUnconfirmed"`;

type ResetUser = { id: string; email: string; wasUnconfirmed: boolean };

/**
 * A previous holder of the account may have linked providers or created keys. Providers are therefore unlinked, and keys are
 * turned off if the address was unconfirmed. A provider that verifies the same address is linked again when the user next
 * signs in through it.
 */
const unlink = 'DELETE FROM identities WHERE user_id = $1';
const turnOffKeys = `
  UPDATE credentials SET is_active = false, off_reason = 'password_reset',
    previous_secret_hash = NULL, encrypted_previous_secret = NULL, previous_ends_at = NULL
  WHERE user_id = $1 AND is_active
  RETURNING id`;

/**
 * Deletes pending links and codes. Undo links of an address change stay valid, because the holder of the current address may
 * not be the rightful owner.
 */
const deleteTokens = `DELETE FROM account_tokens WHERE user_id = $1 AND purpose <> 'undo_email_change'`;

/** Deletes the known devices, because an attacker may have signed in from one of them. */
const deleteDevices = 'DELETE FROM known_devices WHERE user_id = $1';

const findLinkOwner = `SELECT users.name, users.email FROM account_tokens, users WHERE ${validMailedTokenSql}`;

/**
 * Sets a new password with the emailed link, and notifies the owner by email. Ends every session, invalidates pending links
 * and codes, and unlinks every provider. Second factors stay as they are: access to the mailbox does not replace them. If
 * the email address was unconfirmed, also turns off API keys, webhook endpoints and hooks, and removes notification channels.
 *
 * @returns how many API keys, webhook endpoints and hooks were turned off, and how many channels were removed
 * @throws DomainError `invalid_parameter` for a link that is unknown, used or expired; `rate_limited`; and the errors of
 *   `hashNewPassword`, which leave the link valid
 */
export async function resetPassword(
  token: string,
  password: string,
  origin: Origin,
): Promise<{
  keysTurnedOff: number;
  endpointsTurnedOff: number;
  hooksTurnedOff: number;
  channelsRemoved: number;
}> {
  await limitAuthAttempt('reset', origin, token);
  const link = [hashToken(token), 'reset_password', clock.now()];
  // Hashing is expensive, so an invented link is rejected before the password is hashed. The link itself is consumed by a
  // later statement.
  const [owner] = await query<{ name: string; email: string }>(
    'find-reset-link-owner',
    findLinkOwner,
    link,
  );
  if (!owner) throw invalidLink();
  const passwordHash = await hashNewPassword(password, owner);
  return transaction(async (tx) => {
    const values = [...link, passwordHash];
    const [user] = await query<ResetUser>('reset-password', setPassword, values, tx);
    if (!user) throw invalidLink();
    await query('unlink-identities', unlink, [user.id], tx);
    const off = user.wasUnconfirmed ? await query('turn-off-keys', turnOffKeys, [user.id], tx) : [];
    await query('delete-tokens', deleteTokens, [user.id], tx);
    await query('delete-known-devices', deleteDevices, [user.id], tx);
    await cancelEmailChange(user.id, tx);
    await revokeAllSessions(user.id, undefined, tx);
    const channelsRemoved = user.wasUnconfirmed ? await removeChannels(user.id, null, tx) : 0;
    const endpointsTurnedOff = user.wasUnconfirmed ? await turnOffEndpoints(user.id, null, tx) : 0;
    const hooksTurnedOff = user.wasUnconfirmed ? await turnOffHooks(user.id, null, tx) : 0;
    // The email reports what was turned off only if it refers to the account. So the emails about later resets, which
    // turn nothing off, do not repeat the report.
    const isAnyOff = off.length + endpointsTurnedOff + hooksTurnedOff + channelsRemoved > 0;
    await enqueueEmail('password_changed', user.email, tx, isAnyOff ? user.id : undefined);
    await recordAudit(tx, {
      accountId: user.id,
      action: 'password.reset',
      actor: { kind: 'member', id: user.id },
    });
    tx.afterCommit(() => {
      void forgetWrongCodes(user.id);
      logAuthEvent('password_reset', { accountId: user.id, from: origin.from });
      if (off.length > 0)
        logAuthEvent('key_turned_off', { accountId: user.id, reason: 'password_reset' });
    });
    return { keysTurnedOff: off.length, endpointsTurnedOff, hooksTurnedOff, channelsRemoved };
  });
}

const invalidLink = () =>
  new DomainError('invalid_parameter', {
    param: 'token',
    message: 'This link has expired or was already used. Please request a new one.',
  });
