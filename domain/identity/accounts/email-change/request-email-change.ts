import { recordAudit } from '#domain/audit/record-audit.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, type SqlClient, type Transaction, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { consumeConfirmationEmailLimit } from '../confirm-email.ts';
import { emailChangeTtlMs, undoWindowMs } from '../contract.browser.ts';

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
