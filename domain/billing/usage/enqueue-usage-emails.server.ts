import { getSettings } from '#domain/identity/settings/get-settings.server.ts';
import { usageEmailThresholdSql } from '#domain/identity/settings/usage-email-threshold-sql.ts';
import { requestNotifications } from '#domain/notifications/channels/request-notifications.server.ts';
import type { EmailKind } from '#domain/notifications/email/contract.ts';
import { enqueueEmail } from '#domain/notifications/email/enqueue-email.server.ts';
import { clock } from '#platform/clock.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { prisma, query, transaction } from '#platform/db.server.ts';
import { logger } from '#platform/logger.ts';
import { getCurrentUsagePeriod } from './get-current-usage-period.server.ts';
import type { UsageThreshold } from './usage-threshold.ts';

/** Users who are told at once; the others are told by the next sweep. */
const atOnce = 500;

const kinds: Record<number, EmailKind> = { 80: 'usage_warning', 100: 'usage_limit_reached' };

/** Months that are past a mark of which their user wants to be told, and is not yet. */
const due = `
  SELECT id, user_id, mark FROM (
    SELECT id, user_id, notified_percent, ${usageEmailThresholdSql('usage_periods.user_id')} AS least,
      CASE WHEN messages_used >= message_limit THEN 100 ELSE 80 END AS mark
    FROM usage_periods
    WHERE ends_at > $1 AND starts_at <= $1 AND notified_percent < 100
      AND message_limit > 0 AND messages_used * 100::bigint >= message_limit * 80::bigint
  ) AS past
  WHERE mark > notified_percent AND mark >= least
  LIMIT ${atOnce}`;

/** Of any number who find the same month, one moves the mark. */
const move = `
  UPDATE usage_periods SET notified_percent = $2
  WHERE id = $1 AND notified_percent < $2
    AND messages_used * 100::bigint >= message_limit * $2::bigint
  RETURNING id`;

/**
 * Asks for the letters to users who have used 80 % or all of their month's messages: each at most once a
 * month, whoever looks and however often. One whose letter fails is logged, and the others get theirs.
 *
 * @returns how many letters
 */
export async function enqueueUsageEmails(): Promise<number> {
  const months = await query<{ id: string; user_id: string; mark: number }>(
    'find-usage-to-tell',
    due,
    [clock.now()],
  );
  let told = 0;
  for (const { id, user_id: userId, mark } of months) {
    try {
      // The month of a plan that was changed since is over, whatever its row says.
      const isOver = (await getCurrentUsagePeriod(userId)).id !== id;
      if (await tell({ id, userId, mark, isOver })) told += 1;
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      logger.error({ error, userId }, 'usage email could not be enqueued');
    }
  }
  return told;
}

type UsageMonth = { id: string; userId: string; mark: number; isOver: boolean };

async function tell({ id, userId, mark, isOver }: UsageMonth): Promise<boolean> {
  const { email } = await prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true },
  });
  const settings = await getSettings(userId);
  const byMail = settings.email || (settings.criticalAlerts && mark === 100);
  return transaction(async (on) => {
    const moved = await query('move-usage-mark', move, [id, mark], on);
    const kind = kinds[mark];
    if (moved.length === 0 || isOver || !kind) return false;
    await (byMail ? enqueueEmail : requestNotifications)(kind, email, on);
    return true;
  });
}

/** Back to the mark below, whose letter may have been sent. */
const takeBack = `
  UPDATE usage_periods SET notified_percent = CASE WHEN $2 = 100 THEN 80 ELSE 0 END
  WHERE id = $1 AND notified_percent = $2`;

/** Says of a month that its user was not told of a mark after all, so that they are when it is past it again. */
export async function clearUsageThreshold(periodId: string, mark: UsageThreshold): Promise<void> {
  await query('take-back-usage-mark', takeBack, [periodId, mark]);
}
