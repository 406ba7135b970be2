import type { z } from 'zod';
import { type AuditActor, recordAudit } from '#domain/audit/record-audit.ts';
import { installationAccount } from '#domain/dlt/sending/installation.ts';
import { endTrust } from '#domain/identity/factors/trusted-devices.ts';
import { wakeUpJob } from '#domain/messaging/jobs.ts';
import { systemUserId } from '#domain/messaging/notification-channels/send-sms.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { type EmailRenderer, emailGreetingName } from '#domain/notifications/email/contract.ts';
import { dashboardPaths } from '#domain/shared/dashboard-paths.browser.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { formatLongTime } from '#domain/shared/format.browser.ts';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { prisma, query, type Transaction, transaction } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { enqueue } from '#platform/queue.ts';
import { serverSettings } from '#platform/server-settings.ts';
import type { SuspensionNotice, suspensionInput } from './contract.browser.ts';

/** If a transaction that deletes the account is about to commit, the row lock waits for it. */
const lockSql = `
  SELECT email, EXISTS (SELECT FROM account_deletions AS d WHERE d.user_id = id AND started_at IS NOT NULL) AS "isDeleted"
  FROM users WHERE id = $1 FOR NO KEY UPDATE`;

const insertSql = `
  INSERT INTO account_suspensions (user_id, suspended_at, suspended_by, reason, notice)
  VALUES ($1, now(), $2, $3, $4) ON CONFLICT DO NOTHING RETURNING user_id`;

type Locked = { email: string; isDeleted: boolean };

const notifyOwner = (email: string, change: SuspensionChange, tx: Transaction) =>
  enqueueEmail('account_suspension', email, tx, change);

const rejected = (message: string) =>
  new DomainError('invalid_parameter', { param: 'account', message });

/**
 * Rejects the suspension of the installation's own accounts: Dakiya's own notifications would stop, or every account that sends
 * under the installation's header would be affected.
 */
function requireSuspendable(userId: string): void {
  if (userId === systemUserId) {
    throw rejected('This account sends Dakiya’s own notifications, so it cannot be suspended.');
  }
  if (userId === installationAccount()) {
    throw rejected('This account is DLT_INSTALLATION_ACCOUNT, so it cannot be suspended.');
  }
}

/**
 * Suspends an account. Within a second, every web server rejects its calls that send, and workers no longer submit its
 * messages: `markSubmitting` checks the suspension of each message. A message of several segments, of which a carrier has
 * accepted the first, is completed. Queued messages are held, and expire at the end of their validity. Unsent codes are
 * cancelled (`cancelCodesOfSuspended`). An email with the notice goes to the owner, and no device is trusted any longer. Signing
 * in, reading, verifying codes, receipts and webhooks work as before.
 *
 * @param suspension `reason` is for the audit trail, `notice` for the owner: in the email, and on each page of the dashboard
 * @throws DomainError `not_found`; `invalid_parameter` if the account is suspended already, was deleted or cannot be suspended
 */
export async function suspendAccount(
  userId: string,
  { reason, notice }: z.output<typeof suspensionInput>,
  by: AuditActor,
): Promise<void> {
  requireSuspendable(userId);
  await transaction(async (tx) => {
    const [user] = await query<Locked>('lock-to-suspend', lockSql, [userId], tx);
    if (!user) throw new DomainError('not_found', { message: 'There is no such account.' });
    if (user.isDeleted) throw rejected('This account was deleted.');
    const added = await query('suspend-account', insertSql, [userId, by.id, reason, notice], tx);
    if (added.length === 0) throw rejected('This account is suspended already.');
    await endTrust(userId, tx);
    await notifyOwner(user.email, 'suspended', tx);
    tx.afterCommit(() => logger.info({ userId, by: by.id }, 'account suspended'));
    await recordAudit(tx, {
      ...{ accountId: userId, action: 'account.suspend', actor: by, reason },
      after: { notice },
    });
  });
}

const deleteSql = `
  DELETE FROM account_suspensions USING users WHERE users.id = user_id AND user_id = $1
  RETURNING users.email`;

/**
 * Resumes a suspended account. Workers are woken for its held messages, which are sent in the order in which they were due, in
 * the account's usual rounds. The owner gets an email.
 *
 * @throws DomainError `invalid_parameter` if the account is not suspended
 */
export async function resumeAccount(userId: string, reason: string, by: AuditActor): Promise<void> {
  await transaction(async (tx) => {
    const [user] = await query<{ email: string }>('resume-account', deleteSql, [userId], tx);
    if (!user) throw rejected('This account is not suspended.');
    await notifyOwner(user.email, 'resumed', tx);
    tx.afterCommit(() => {
      logger.info({ userId, by: by.id }, 'account resumed');
      for (const job of Object.values(wakeUpJob)) void enqueue(job, [{ userId }]);
    });
    await recordAudit(tx, { accountId: userId, action: 'account.resume', actor: by, reason });
  });
}

/** A suspension, as operators see it. */
export type Suspension = SuspensionNotice & {
  reason: string;
  /** The operator's email address, or `the command line`. */
  suspendedBy: string;
};

const findSql = `
  SELECT s.suspended_at AS "suspendedAt", s.reason, s.notice,
    CASE WHEN s.suspended_by LIKE 'command%' THEN 'the command line' ELSE coalesce(u.email, s.suspended_by) END AS "suspendedBy"
  FROM account_suspensions AS s LEFT JOIN users AS u ON u.id = s.suspended_by WHERE s.user_id = $1`;

/** @returns null if the account is not suspended */
export async function findSuspension(userId: string): Promise<Suspension | null> {
  const [found] = await query<Suspension>('find-suspension', findSql, [userId]);
  return found ?? null;
}

/** What the email is about: the suspension of an account, or its end. */
type SuspensionChange = 'suspended' | 'resumed';

/**
 * Loads the email to the owner about a suspension or its end. It has the notice that the owner also reads on each page of the
 * dashboard, and not the operator's reason. Null for a suspension that has ended since.
 *
 * `about` is a `SuspensionChange`.
 */
export const loadSuspensionEmail: EmailRenderer = async ({ email, about, createdAt }) => {
  const user = await prisma.user.findUnique({
    where: { emailKey: normalizeEmail(email) },
    include: { suspension: { select: { notice: true } } },
  });
  if (!user) return null;
  const [name, at] = [emailGreetingName(user), formatLongTime(createdAt)];
  const action = {
    label: 'Open my account',
    href: `${serverSettings.PUBLIC_URL}${dashboardPaths.account}`,
  };
  if ((about as SuspensionChange) === 'resumed') {
    const subject = 'Your Dakiya account can send again';
    const paragraphs = [
      `The suspension of your account ended on ${at}. Calls that send work again, and messages that were held and are still valid go out now.`,
    ];
    return { to: user.email, content: { subject, heading: subject, name, paragraphs, action } };
  }
  if (!user.suspension) return null;
  const subject = 'Your Dakiya account is suspended';
  const paragraphs = [
    `We suspended your account on ${at}, for this reason:`,
    user.suspension.notice,
    'You cannot send messages or codes. Queued messages are held until their validity ends, and codes that were not sent are cancelled. Everything else works: you can log in, read your messages and verify codes.',
    'If you have questions, or want to object, reply to our support, whose address is below.',
  ];
  return { to: user.email, content: { subject, heading: subject, name, paragraphs, action } };
};
