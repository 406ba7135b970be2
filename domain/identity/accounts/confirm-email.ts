import { recordAudit } from '#domain/audit/record-audit.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { requireWithinLimit } from '#domain/shared/require-within-limit.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, transaction } from '#platform/db.ts';
import { createRateLimiter } from '#platform/limits/rate-limit.ts';
import { hashToken, validMailedTokenSql } from './account-tokens.ts';
import { limitAuthAttempt, type Origin } from './limit-auth-attempts.ts';

const statement = `
  WITH consumed_token AS (
    DELETE FROM account_tokens USING users WHERE ${validMailedTokenSql} AND users.id = $4
    RETURNING account_tokens.user_id
  )
  UPDATE users SET email_confirmed_at = coalesce(email_confirmed_at, $3)
  FROM consumed_token WHERE users.id = consumed_token.user_id
  RETURNING users.id`;

/**
 * Confirms an email address by the emailed link. Requires a session of the account, because a stranger may have signed up with
 * the address: one click by the address's real owner must not confirm the stranger's account.
 *
 * @param userId the signed-in user
 * @returns whether the link was valid; a link works only once
 */
export async function confirmEmail(token: string, userId: string): Promise<boolean> {
  const values = [hashToken(token), 'confirm_email', clock.now(), userId];
  return transaction(async (tx) => {
    const rows = await query('confirm-email', statement, values, tx);
    if (rows.length === 0) return false;
    await recordAudit(tx, { accountId: userId, action: 'email.confirm' });
    return true;
  });
}

/**
 * Limits emails to unconfirmed addresses, per user. Such an address may belong to another person, and a user must not flood
 * that person's mailbox.
 */
const confirmationEmails = createRateLimiter('confirmation', { points: 5, seconds: 3_600 });

/**
 * Counts one email to an unconfirmed address towards the limit of such emails per user.
 *
 * @throws DomainError `rate_limited`
 */
export async function consumeConfirmationEmailLimit(userId: string): Promise<void> {
  requireWithinLimit(await confirmationEmails.consume(userId));
}

/**
 * Enqueues another confirmation email. Does nothing if the address is already confirmed.
 *
 * @throws DomainError `rate_limited` after five within an hour, `not_found`
 */
export async function resendConfirmationEmail(userId: string, origin: Origin): Promise<void> {
  const user = await prisma.user.findUnique({
    where: { id: userId },
    select: { email: true, emailConfirmedAt: true },
  });
  if (!user) throw new DomainError('not_found');
  await limitAuthAttempt('forgot', origin, user.email);
  if (user.emailConfirmedAt) return;
  await consumeConfirmationEmailLimit(userId);
  await enqueueEmail('welcome', user.email);
}

export async function isEmailConfirmed(userId: string): Promise<boolean> {
  const user = await prisma.user.findUnique({
    where: { id: userId },
    select: { emailConfirmedAt: true },
  });
  return user?.emailConfirmedAt != null;
}
