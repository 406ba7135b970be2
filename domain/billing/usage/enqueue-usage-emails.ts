import { getSettings, usageEmailThresholdSql } from '#domain/identity/settings/stored-settings.ts';
import { enqueueEmail } from '#domain/notifications/channels/enqueue-email.ts';
import { requestNotifications } from '#domain/notifications/channels/request-notifications.ts';
import type { EmailKind } from '#domain/notifications/email/contract.ts';
import { addAccountEvents } from '#domain/notifications/webhooks/outbox/add-account-events.ts';
import { clock } from '#platform/clock.browser.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { prisma, query, transaction } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { getCurrentUsagePeriod } from './get-current-usage-period.ts';
import type { UsageThreshold } from './usage-threshold.ts';

/** Emails per run; the next run continues. */
const maxPerRun = 500;

const kinds: Record<number, EmailKind> = { 80: 'usage_warning', 100: 'usage_limit_reached' };

/**
 * Running months past a threshold that their user wants to be notified of, by us or at an endpoint, and was not. A
 * listener is not asked: who only looks on must not use up the one time that an endpoint is notified.
 */
const due = `
  SELECT id, user_id, mark, coalesce(mark >= least, false) AS notifies FROM (
    SELECT id, user_id, notified_percent, ${usageEmailThresholdSql('usage_periods.user_id')} AS least,
      CASE WHEN messages_used >= message_limit THEN 100 ELSE 80 END AS mark
    FROM usage_periods
    WHERE ends_at > $1 AND starts_at <= $1 AND notified_percent < 100
      AND message_limit > 0 AND messages_used * 100::bigint >= message_limit * 80::bigint
  ) AS past
  WHERE mark > notified_percent AND (mark >= least OR EXISTS (
    SELECT FROM webhook_endpoints AS e
    WHERE e.user_id = past.user_id AND e.livemode AND e.enabled AND (e.types = '{}' OR 'balance.low' = ANY (e.types))))
  LIMIT ${maxPerRun}`;

/** The conditional update lets one of parallel reconcilers notify the user. */
const setThreshold = `
  UPDATE usage_periods SET notified_percent = $2
  WHERE id = $1 AND notified_percent < $2
    AND messages_used * 100::bigint >= message_limit * $2::bigint
  RETURNING messages_used AS "messagesUsed", message_limit AS "messageLimit", ends_at AS "resetsAt"`;

type Used = { messagesUsed: number; messageLimit: number; resetsAt: Date };

/**
 * Enqueues emails to users who have used 80 % or all of their month's messages, each at most once a
 * month. A failure for one user is logged and does not stop the others.
 *
 * @returns how many
 */
export async function enqueueUsageEmails(): Promise<number> {
  const months = await query<Due>('find-usage-to-notify', due, [clock.now()]);
  let enqueued = 0;
  for (const { id, user_id: userId, mark, notifies } of months) {
    try {
      // A change of plan ends the month before its `ends_at`.
      const isOver = (await getCurrentUsagePeriod(userId)).id !== id;
      if (await notifyUser({ id, userId, mark, notifies, isOver })) enqueued += 1;
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      logger.error({ error, userId }, 'usage email could not be enqueued');
    }
  }
  return enqueued;
}

type Due = { id: string; user_id: string; mark: number; notifies: boolean };

type UsageMonth = {
  id: string;
  userId: string;
  mark: number;
  /** Whether the user wants to be notified, and not only an endpoint. */
  notifies: boolean;
  isOver: boolean;
};

async function notifyUser({ id, userId, mark, notifies, isOver }: UsageMonth): Promise<boolean> {
  const { email } = await prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true },
  });
  const settings = await getSettings(userId);
  const wantsEmail = settings.email || (settings.criticalAlerts && mark === 100);
  return transaction(async (tx) => {
    const [updated] = await query<Used>('set-usage-threshold', setThreshold, [id, mark], tx);
    const kind = kinds[mark];
    if (!updated || isOver || !kind) return false;
    const resetsAt = updated.resetsAt.toISOString();
    await addAccountEvents(userId, 'balance.low', { percent: mark, ...updated, resetsAt }, tx);
    if (!notifies) return false;
    await (wantsEmail ? enqueueEmail : requestNotifications)(kind, email, tx);
    return true;
  });
}

/** Back to the threshold below, whose email may have been sent. */
const resetThreshold = `
  UPDATE usage_periods SET notified_percent = CASE WHEN $2 = 100 THEN 80 ELSE 0 END
  WHERE id = $1 AND notified_percent = $2`;

/**
 * Resets the month's notified threshold, so that the reconciler sends the email when usage crosses
 * it again.
 */
export async function clearUsageThreshold(periodId: string, mark: UsageThreshold): Promise<void> {
  await query('reset-usage-threshold', resetThreshold, [periodId, mark]);
}
