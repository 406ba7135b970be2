import { recordAudit } from '#domain/audit/record-audit.ts';
import { logAuthEvent } from '#domain/identity/auth-events.ts';
import { removeFactorsSince } from '#domain/identity/factors/manage-factors.ts';
import { revokeAllSessions } from '#domain/identity/sessions/manage-sessions.ts';
import { removeChannels } from '#domain/notifications/channels/manage-channels.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { turnOffEndpoints } from '#domain/webhooks/endpoints/manage-endpoints.ts';
import { clock } from '#platform/clock.browser.ts';
import { isUniqueViolation } from '#platform/database-errors.ts';
import { prisma, query, type SqlClient, type Transaction, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { hashToken, issueMailedToken } from './account-tokens.ts';
import { consumeConfirmationEmailLimit } from './confirm-email.ts';
import { emailChangeTtlMs, undoWindowMs } from './contract.browser.ts';
import { limitAuthAttempt, type Origin } from './limit-auth-attempts.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    emc: 'email_changes';
  }
}

const isTaken = `
  SELECT 1 FROM users WHERE email_key = $1
  UNION ALL
  SELECT 1 FROM email_changes
  WHERE old_email_key = $1 AND user_id <> $2 AND confirmed_at IS NOT NULL AND undo_until > $3`;

/** A repeat of the same change within this time, in milliseconds, counts as a double submit of the form. */
const doubleSubmitMs = 60_000;

const justRequested = `
  SELECT 1 FROM email_changes
  WHERE user_id = $1 AND new_email_key = $2 AND confirmed_at IS NULL AND ended_at IS NULL
    AND requested_at > $3`;

/** A user has at most one pending change. A new change replaces the pending one and invalidates its link. */
const replace = `
  WITH void AS (DELETE FROM account_tokens WHERE user_id = $1 AND purpose = 'change_email')
  UPDATE email_changes SET ended_at = $2
  WHERE user_id = $1 AND confirmed_at IS NULL AND ended_at IS NULL`;

/**
 * Sets no `undo_until` if the old address is unconfirmed, because another person may own that address and must not be able to
 * undo the change.
 */
const insert = `
  INSERT INTO email_changes
    (id, user_id, old_email, old_email_key, new_email, new_email_key, requested_at, undo_until)
  SELECT $1, users.id, users.email, users.email_key, $3, $4, $5,
    CASE WHEN users.email_confirmed_at IS NOT NULL THEN $6::timestamptz END
  FROM users WHERE users.id = $2
  RETURNING old_email AS "oldEmail", undo_until IS NOT NULL AS "canUndo"`;

/**
 * Requests a change of address. Emails a confirmation link to the new address, and, if the old address is confirmed, an undo
 * link to the old address. The account keeps the old address until the new address is confirmed. Does nothing if the user
 * requested the same change within the last minute.
 *
 * @param tx a transaction that has locked the user's row
 * @throws DomainError `email_taken`
 */
export async function requestEmailChange(
  userId: string,
  email: string,
  tx: Transaction,
): Promise<void> {
  const now = clock.now();
  const key = normalizeEmail(email);
  const param = { param: 'email' };
  const found = await query('is-new-address-taken', isTaken, [key, userId, now], tx);
  if (found.length > 0) throw new DomainError('email_taken', param);
  const since = new Date(now.getTime() - doubleSubmitMs);
  const same = await query('email-change-just-requested', justRequested, [userId, key, since], tx);
  if (same.length > 0) return;
  await query('replace-email-change', replace, [userId, now], tx);
  const id = newId('emc', now.getTime());
  const undoUntil = new Date(now.getTime() + undoWindowMs);
  const values = [id, userId, email, key, now, undoUntil];
  const [change] = await query<{ oldEmail: string; canUndo: boolean }>(
    'insert-email-change',
    insert,
    values,
    tx,
  );
  await enqueueEmail('email_change_link', email, tx, id);
  if (change?.canUndo) await enqueueEmail('email_change_notice', change.oldEmail, tx, id);
}

/** The user's unconfirmed change of address, or null. */
export async function findPendingEmailChange(
  userId: string,
): Promise<{ id: string; newEmail: string } | null> {
  const since = new Date(clock.now().getTime() - emailChangeTtlMs);
  return prisma.emailChange.findFirst({
    where: { userId, confirmedAt: null, endedAt: null, requestedAt: { gt: since } },
    select: { id: true, newEmail: true },
  });
}

/**
 * Emails the confirmation link of a new address again; the previous link becomes invalid.
 *
 * @returns the address, or null without a pending change
 * @throws DomainError `rate_limited` after five within an hour
 */
export async function resendEmailChange(userId: string): Promise<string | null> {
  const change = await findPendingEmailChange(userId);
  if (!change) return null;
  await consumeConfirmationEmailLimit(userId);
  await enqueueEmail('email_change_link', change.newEmail, undefined, change.id);
  return change.newEmail;
}

const statement = `
  WITH void AS (DELETE FROM account_tokens WHERE user_id = $1 AND purpose = 'change_email')
  UPDATE email_changes SET ended_at = $2
  WHERE user_id = $1 AND confirmed_at IS NULL AND ended_at IS NULL`;

/** Cancels a user's pending change of address, if any. */
export async function cancelEmailChange(userId: string, tx?: SqlClient): Promise<void> {
  await query('cancel-email-change', statement, [userId, clock.now()], tx);
}

/** Cancels a user's pending change of address at the user's request. */
export const withdrawEmailChange = (userId: string): Promise<void> =>
  transaction(async (tx) => {
    await cancelEmailChange(userId, tx);
    await recordAudit(tx, { accountId: userId, action: 'email.change_cancel' });
  });

/** How long a change is stored after it was requested, in milliseconds. It can be undone for a much shorter time. */
const retentionMs = 30 * 24 * 3_600_000;

/** Deletes changes past their retention. @returns how many */
export async function purgeEmailChanges(): Promise<number> {
  const before = new Date(clock.now().getTime() - retentionMs);
  const { count } = await prisma.emailChange.deleteMany({ where: { requestedAt: { lt: before } } });
  return count;
}

const lockUserByToken = `
  SELECT users.id FROM users JOIN account_tokens ON account_tokens.user_id = users.id
  WHERE token_hash = $1 AND purpose = 'undo_email_change' FOR UPDATE OF users`;

const find = `
  SELECT user_id AS "userId", old_email AS "oldEmail", old_email_key AS "oldEmailKey",
    requested_at AS "requestedAt"
  FROM email_changes JOIN account_tokens USING (user_id)
  WHERE token_hash = $1 AND purpose = 'undo_email_change' AND undo_until > $2
    AND bound_to = sha256(convert_to(email_changes.id, 'UTF8'))`;

/** Ends this change and all later ones, so that they can no longer be undone or confirmed. */
const endChanges = `
  UPDATE email_changes SET undo_until = $3, ended_at = coalesce(ended_at, $3)
  WHERE user_id = $1 AND requested_at >= $2`;

/**
 * Restores the old address. The address is confirmed, because the emailed link proves access to it. The password is removed,
 * because an attacker may know it.
 */
const restore = `
  UPDATE users SET email = $2, email_key = $3, email_confirmed_at = $4, password_hash = NULL
  WHERE id = $1`;

const unlink = 'DELETE FROM identities WHERE user_id = $1 AND created_at >= $2';

const turnOffKeys = `
  UPDATE credentials SET is_active = false, off_reason = 'email_change_undone',
    previous_secret_hash = NULL, encrypted_previous_secret = NULL, previous_ends_at = NULL
  WHERE user_id = $1 AND is_active AND (created_at >= $2 OR rolled_at >= $2)`;

/** Undoes a deletion that was requested after the change of address, possibly by the same attacker. */
const undoDeletion = `
  DELETE FROM account_deletions WHERE user_id = $1 AND requested_at >= $2 AND started_at IS NULL`;

/**
 * Deletes pending links and codes, except undo links, because the undo links of earlier changes restore earlier addresses of
 * the account.
 */
const deleteTokens = `DELETE FROM account_tokens WHERE user_id = $1 AND purpose <> 'undo_email_change'`;

/** Deletes the known devices, because an attacker may have signed in from one of them. */
const deleteDevices = 'DELETE FROM known_devices WHERE user_id = $1';

type MadeChange = { userId: string; oldEmail: string; oldEmailKey: string; requestedAt: Date };

/**
 * Restores an account's old address by the undo link. Also ends later changes of address and all sessions, and removes the
 * password. Reverts possible actions of an attacker since the change was requested: unlinks providers, removes notification
 * channels and second factors, turns off created or rolled API keys, webhook endpoints whose URL was set and hooks whose secret was set, and
 * undoes a requested deletion of the account.
 *
 * @returns the old address, and a token that sets a new password
 * @throws DomainError `invalid_parameter` for a link that is unknown, used, or older than 72 hours; `rate_limited`
 */
export async function undoEmailChange(
  token: string,
  origin: Origin,
): Promise<{ email: string; resetToken: string }> {
  await limitAuthAttempt('reset', origin, token);
  const hash = hashToken(token);
  const now = clock.now();
  const { userId, oldEmail } = await transaction(async (tx) => {
    await query('lock-user-to-undo', lockUserByToken, [hash], tx);
    const [change] = await query<MadeChange>('find-email-change', find, [hash, now], tx);
    if (!change) throw invalidLink();
    const { userId, oldEmail, oldEmailKey, requestedAt } = change;
    await query('restore-address', restore, [userId, oldEmail, oldEmailKey, now], tx);
    await query('end-email-changes', endChanges, [userId, requestedAt, now], tx);
    await query('unlink-later-identities', unlink, [userId, requestedAt], tx);
    const off = await query('turn-off-later-keys', turnOffKeys, [userId, requestedAt], tx);
    tx.afterCommit(() => {
      if (off.length > 0)
        logAuthEvent('key_turned_off', { accountId: userId, reason: 'email_change_undone' });
    });
    await query('undo-later-deletion', undoDeletion, [userId, requestedAt], tx);
    await query('delete-tokens-but-undo', deleteTokens, [userId], tx);
    await query('delete-devices-after-undo', deleteDevices, [userId], tx);
    await removeFactorsSince(userId, requestedAt, tx);
    await revokeAllSessions(userId, undefined, tx);
    await removeChannels(userId, requestedAt, tx);
    await turnOffEndpoints(userId, requestedAt, tx);
    await turnOffHooks(userId, requestedAt, tx);
    await recordAudit(tx, {
      accountId: userId,
      action: 'email.change_undo',
      actor: { kind: 'member', id: userId },
      after: { email: oldEmail },
    });
    return change;
  });
  return {
    email: oldEmail,
    resetToken: await issueMailedToken('reset_password', userId, oldEmail),
  };
}

const invalidLink = () =>
  new DomainError('invalid_parameter', {
    param: 'token',
    message: 'This link has expired or was already used. It undoes a change once, within 72 hours.',
  });

/** Locks the user, so that a confirmation and a parallel undo of the same account run one after the other. */
const lockUser = 'SELECT id FROM users WHERE id = $1 FOR UPDATE';

/** The token is bound to the new address, so the link of a replaced change matches no row. */
const consumeToken = `
  WITH token AS (
    DELETE FROM account_tokens
    WHERE token_hash = $1 AND purpose = 'change_email' AND user_id = $2 AND expires_at > $3
    RETURNING bound_to
  )
  UPDATE email_changes SET
    confirmed_at = $3,
    undo_until = CASE WHEN undo_until IS NOT NULL THEN $4::timestamptz END
  FROM token
  WHERE user_id = $2 AND confirmed_at IS NULL AND ended_at IS NULL
    AND sha256(convert_to(new_email_key, 'UTF8')) = token.bound_to
  RETURNING id, old_email AS "oldEmail", new_email AS "newEmail", new_email_key AS "newEmailKey",
    undo_until IS NOT NULL AS "canUndo"`;

/** Changes the account's address, and deletes the tokens that were emailed to the old address. */
const moveToNewAddress = `
  WITH void AS (
    DELETE FROM account_tokens
    WHERE user_id = $1 AND purpose IN ('confirm_email', 'reset_password')
  )
  UPDATE users SET email = $2, email_key = $3, email_confirmed_at = $4 WHERE id = $1`;

type WantedChange = {
  id: string;
  oldEmail: string;
  newEmail: string;
  newEmailKey: string;
  canUndo: boolean;
};

/**
 * Confirms a change of address by the link that was emailed to the new address. Only the signed-in owner can confirm it. If the
 * old address was confirmed, an email to the old address has a link that undoes the change.
 *
 * @param userId the signed-in user
 * @returns whether the link was valid; a link works only once
 * @throws DomainError `email_taken` if another account has taken the address in the meantime, in which case the change is
 *   cancelled
 */
export async function confirmEmailChange(token: string, userId: string): Promise<boolean> {
  const now = clock.now();
  const undoUntil = new Date(now.getTime() + undoWindowMs);
  try {
    return await transaction(async (tx) => {
      await query('lock-user', lockUser, [userId], tx);
      const values = [hashToken(token), userId, now, undoUntil];
      const [change] = await query<WantedChange>(
        'consume-email-change-token',
        consumeToken,
        values,
        tx,
      );
      if (!change) return false;
      const { id, oldEmail, newEmail, newEmailKey, canUndo } = change;
      await query('set-new-address', moveToNewAddress, [userId, newEmail, newEmailKey, now], tx);
      if (canUndo) await enqueueEmail('email_change_notice', oldEmail, tx, id);
      await recordAudit(tx, {
        accountId: userId,
        action: 'email.change',
        before: { email: oldEmail },
        after: { email: newEmail },
      });
      return true;
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await cancelEmailChange(userId);
    throw new DomainError('email_taken', {
      message:
        'Another account has taken this email address meanwhile. Your account keeps the one that it has.',
    });
  }
}

const turnOffHooksSql = `
  UPDATE hooks SET is_active = false, encrypted_previous_secret = NULL, previous_ends_at = NULL
  WHERE user_id = $1 AND is_active AND ($2::timestamptz IS NULL OR secret_set_at >= $2)
  RETURNING id`;

/**
 * Turns off the hooks whose secret an attacker may know. Call this function after the sessions have been ended, in the
 * same transaction, as with `turnOffEndpoints`. The table belongs to `domain/messaging/hooks`, which this group must
 * not import.
 *
 * @param since hooks whose secret was set before this time stay on; null turns all hooks off
 * @returns how many hooks were turned off
 */
export async function turnOffHooks(
  userId: string,
  since: Date | null,
  tx: SqlClient,
): Promise<number> {
  return (await query('turn-off-hooks', turnOffHooksSql, [userId, since], tx)).length;
}
