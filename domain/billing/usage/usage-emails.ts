import { getSettings, usageEmailThresholdSql } from '#domain/identity/settings/stored-settings.ts';
import {
  enqueueEmail,
  requestNotifications,
} from '#domain/notifications/channels/request-notifications.ts';
import {
  type AddressedEmail,
  type EmailContent,
  type EmailKind,
  type EmailRequest,
  emailGreetingName,
} from '#domain/notifications/email/contract.ts';
import { formatCount, formatLongTime } from '#domain/shared/format.browser.ts';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { addAccountEvents } from '#domain/webhooks/outbox/add-account-events.ts';
import { clock } from '#platform/clock.browser.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { prisma, query, transaction } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { getCurrentUsagePeriod, type UsagePeriod } from './get-current-usage-period.ts';

/** Emails per run; the next run continues. */
const maxPerRun = 500;

const kinds: Record<number, EmailKind> = { 80: 'usage_warning', 100: 'usage_limit_reached' };

/**
 * Selects current months that have passed a threshold for which no notification was sent, if the user wants the notification
 * or an endpoint receives the event. A connected listener alone does not count: each threshold has only one notification,
 * which a temporary listener must not use up.
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

/** Of parallel reconcilers, only one changes the row and notifies the user. */
const setThreshold = `
  UPDATE usage_periods SET notified_percent = $2
  WHERE id = $1 AND notified_percent < $2
    AND messages_used * 100::bigint >= message_limit * $2::bigint
  RETURNING messages_used AS "messagesUsed", message_limit AS "messageLimit", ends_at AS "resetsAt"`;

type Used = { messagesUsed: number; messageLimit: number; resetsAt: Date };

/**
 * Enqueues emails to users who have used 80 % or all of their month's messages, at most once a month for each threshold. A
 * failure for one user is logged and does not stop the others.
 *
 * @returns how many
 */
export async function enqueueUsageEmails(): Promise<number> {
  const months = await query<Due>('find-usage-to-notify', due, [clock.now()]);
  let enqueued = 0;
  for (const { id, user_id: userId, mark, notifies } of months) {
    try {
      // A change of plan may have ended the month early.
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
  /** False if only an endpoint wants the notification, and not the user. */
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

/** Resets the month to the next lower threshold, because that threshold's email may already have been sent. */
const resetThreshold = `
  UPDATE usage_periods SET notified_percent = CASE WHEN $2 = 100 THEN 80 ELSE 0 END
  WHERE id = $1 AND notified_percent = $2`;

/** Used share of the month's messages, in percent, that triggers an email. */
type UsageThreshold = 80 | 100;

/** The highest threshold that a month has reached, or null. */
export function usageThresholdReached({
  messagesUsed,
  messageLimit,
}: Pick<UsagePeriod, 'messagesUsed' | 'messageLimit'>): UsageThreshold | null {
  if (messagesUsed >= messageLimit) return 100;
  return messagesUsed * 100 >= messageLimit * 80 ? 80 : null;
}

/** Resets the month's notified threshold, so that the reconciler sends the email when usage crosses the threshold again. */
async function clearUsageThreshold(periodId: string, mark: UsageThreshold): Promise<void> {
  await query('reset-usage-threshold', resetThreshold, [periodId, mark]);
}

/**
 * The usage email: messages used this month, and what happens at the limit.
 *
 * @param link address of the plans page
 */
export function usageEmail(
  name: string,
  month: Pick<UsagePeriod, 'messagesUsed' | 'messageLimit' | 'planName' | 'endsAt'>,
  link: string,
): EmailContent {
  const { messagesUsed, messageLimit, planName } = month;
  const reset = formatLongTime(month.endsAt);
  const used = `${formatCount(messagesUsed)} of the ${formatCount(messageLimit)} messages of your plan ${planName} are used this month. A quota unit is one segment: a text of three segments uses three.`;
  const common = {
    name,
    action: { label: 'See the plans', href: link },
    afterwards: ['You can choose which of these emails you get under Settings in your dashboard.'],
  };
  if (usageThresholdReached(month) === 100) {
    return {
      ...common,
      subject: 'Your monthly message limit is reached',
      heading: 'Your monthly message limit is reached',
      paragraphs: [
        used,
        `Messages and one-time passwords are rejected until your quota resets on ${reset}. Upgrade to send more now.`,
      ],
    };
  }
  const percent = Math.floor((messagesUsed / messageLimit) * 100);
  return {
    ...common,
    subject: `${percent} % of your monthly messages are used`,
    heading: `${percent} % of your monthly messages are used`,
    paragraphs: [
      used,
      `Your quota resets on ${reset}. If you use it up before then, messages and one-time passwords are rejected.`,
    ],
  };
}

/**
 * Loads the usage email with the current counters. If usage has fallen below the threshold or reached the next threshold in
 * the meantime, resets the threshold, so that the reconciler checks the month again.
 *
 * @returns null if the address, the month or the threshold no longer applies
 */
export async function loadUsageEmail(
  threshold: UsageThreshold,
  { email, createdAt }: EmailRequest,
): Promise<AddressedEmail | null> {
  const user = await prisma.user.findUnique({
    where: { emailKey: normalizeEmail(email) },
    select: { id: true, name: true, email: true, emailConfirmedAt: true },
  });
  if (!user) return null;
  const period = await getCurrentUsagePeriod(user.id);
  if (period.startsAt > createdAt) return null;
  if (usageThresholdReached(period) === threshold) {
    return {
      to: user.email,
      content: usageEmail(emailGreetingName(user), period, `${serverSettings.PUBLIC_URL}/plans`),
    };
  }
  await clearUsageThreshold(period.id, threshold);
  return null;
}
