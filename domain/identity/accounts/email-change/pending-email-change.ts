import { enqueueEmail } from '#domain/notifications/channels/enqueue-email.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, type SqlClient } from '#platform/db.ts';
import { consumeConfirmationEmailLimit } from '../confirm-email.ts';
import { emailChangeTtlMs } from '../contract.browser.ts';

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

/** Retention after a change was requested, in milliseconds; far longer than it can be undone. */
const retentionMs = 30 * 24 * 3_600_000;

/** Deletes changes past their retention. @returns how many */
export async function purgeEmailChanges(): Promise<number> {
  const before = new Date(clock.now().getTime() - retentionMs);
  const { count } = await prisma.emailChange.deleteMany({ where: { requestedAt: { lt: before } } });
  return count;
}
