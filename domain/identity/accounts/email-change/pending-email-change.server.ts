import { enqueueEmail } from '#domain/notifications/email/enqueue-email.server.ts';
import { clock } from '#platform/clock.ts';
import { prisma, query, type SqlClient } from '#platform/db.server.ts';
import { emailChangeTtlMs } from '../contract.ts';
import { consumeConfirmationEmailLimit } from '../resend-confirmation-email.server.ts';

/** The address that a user's account is to have, once its mailed link is followed; or null. */
export async function pendingEmailChange(
  userId: string,
): Promise<{ id: string; newEmail: string } | null> {
  const since = new Date(clock.now().getTime() - emailChangeTtlMs);
  return prisma.emailChange.findFirst({
    where: { userId, confirmedAt: null, endedAt: null, requestedAt: { gt: since } },
    select: { id: true, newEmail: true },
  });
}

/**
 * Mails the link that confirms a new address again. The one before is void.
 *
 * @returns the address, or null if no change is under way
 * @throws DomainError `rate_limited` after five within an hour
 */
export async function resendEmailChange(userId: string): Promise<string | null> {
  const change = await pendingEmailChange(userId);
  if (!change) return null;
  await consumeConfirmationEmailLimit(userId);
  await enqueueEmail('email_change_link', change.newEmail, undefined, change.id);
  return change.newEmail;
}

const statement = `
  WITH void AS (DELETE FROM account_tokens WHERE user_id = $1 AND purpose = 'change_email')
  UPDATE email_changes SET ended_at = $2
  WHERE user_id = $1 AND confirmed_at IS NULL AND ended_at IS NULL`;

/**
 * Ends the change of a user's address that waits to be confirmed, if there is one.
 *
 * @param on the transaction to do it in, if it is part of one
 */
export async function cancelEmailChange(userId: string, on?: SqlClient): Promise<void> {
  await query('cancel-email-change', statement, [userId, clock.now()], on);
}

/** How long a change is kept after it was asked for, in milliseconds: long after it can be undone. */
const keptMs = 30 * 24 * 3_600_000;

/** Deletes changes of addresses that are over. @returns how many */
export async function purgeEmailChanges(): Promise<number> {
  const before = new Date(clock.now().getTime() - keptMs);
  const { count } = await prisma.emailChange.deleteMany({ where: { requestedAt: { lt: before } } });
  return count;
}
