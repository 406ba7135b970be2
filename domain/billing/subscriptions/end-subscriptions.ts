import { audited, recordAudit } from '#domain/audit/record-audit.ts';
import { getDefaultPlan } from '#domain/billing/plans/read-plans.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import {
  type AddressedEmail,
  type EmailContent,
  type EmailRequest,
  emailGreetingName,
} from '#domain/notifications/email/contract.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { formatCount, formatLongDate } from '#domain/shared/format.browser.ts';
import { isListenedToSql } from '#domain/webhooks/outbox/add-subject-events-sql.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { serverSettings } from '#platform/server-settings.ts';
import {
  renewableDays,
  type SubscriptionOutput,
  subscriptionLockName,
} from './contract.browser.ts';
import { getPaidUntil, type SubscriptionRow, toSubscription } from './get-subscription.ts';
import { addPlanEvent } from './stored-periods.ts';

/** Cancels the current and all later paid periods: they run until they end, and are not renewed. */
const cancel = `
  UPDATE subscriptions SET status = 'pending_cancellation', cancelled_at = $2, cancel_reason = $3
  FROM plans
  WHERE user_id = $1 AND status = 'active' AND expires_at > $2 AND plans.id = plan_id
  RETURNING subscriptions.id, status, started_at AS "startedAt", expires_at AS "expiresAt",
    plan_id AS "planId", plans.name AS "planName"`;

type Cancelled = Omit<SubscriptionRow, 'plan'> & { planName: string; expiresAt: Date };

/**
 * Cancels a user's plan: it runs until its end, without renewal reminders.
 *
 * @throws DomainError `not_found` if there is no active plan
 */
export async function cancelSubscription(
  userId: string,
  reason: string | undefined,
): Promise<SubscriptionOutput> {
  const now = clock.now();
  const cancelled = await transaction(
    async (tx) => {
      const values = [userId, now, reason ?? null];
      const rows = await query<Cancelled>('cancel-subscription', cancel, values, tx);
      if (rows[0]) {
        await recordAudit(tx, {
          accountId: userId,
          action: 'plan.cancel',
          before: { plan: rows[0].planName },
          reason: reason ?? null,
        });
      }
      return rows;
    },
    { lock: subscriptionLockName(userId) },
  );
  cancelled.sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
  const current = cancelled.findLast(({ startedAt }) => startedAt <= now) ?? cancelled[0];
  const last = cancelled.at(-1);
  if (!current || !last) {
    throw new DomainError('not_found', { message: 'There is no plan to cancel.' });
  }
  return toSubscription({ ...current, plan: { name: current.planName } }, last.expiresAt);
}

const resume = `
  UPDATE subscriptions SET status = 'active', cancelled_at = NULL, cancel_reason = NULL
  WHERE user_id = $1 AND status = 'pending_cancellation' AND expires_at > $2 RETURNING id`;

/** Undoes a cancellation while the plan still runs. */
export async function resumeSubscription(userId: string): Promise<void> {
  await audited(
    (tx) => query('resume-subscription', resume, [userId, clock.now()], tx),
    (rows) => (rows.length > 0 ? { accountId: userId, action: 'plan.keep' } : null),
  );
}

type Grant = { userId: string; planName: string; startedAt: Date; expiresAt: Date };

/** Gives a user a plan without an order. */
export async function grantSubscription({ userId, planName, ...times }: Grant): Promise<void> {
  const plan = await prisma.plan.findFirstOrThrow({
    where: { name: planName, OR: [{ isListed: true }, { isDefault: true }] },
  });
  await prisma.subscription.create({
    data: { id: newId('sub'), userId, planId: plan.id, ...times },
  });
}

/** Days before the end of a plan at which the second reminder is due. */
const secondReminderDays = 1;

/**
 * Marks the plans whose reminder is due. Parallel reconcilers skip each other's locked rows. Only a user's last paid
 * period has reminders, so a plan that is already renewed has none. There are no reminders for granted periods (which
 * have no order), for cancelled plans, or for accounts that are being deleted. If an outage has made both reminders
 * due, only the second is sent.
 */
const mark = `
  UPDATE subscriptions SET last_reminder_days = due.days FROM (
    SELECT id, CASE WHEN expires_at <= $2 THEN ${secondReminderDays} ELSE ${renewableDays} END AS days
    FROM subscriptions AS ending
    WHERE status = 'active' AND order_id IS NOT NULL AND expires_at > $1 AND expires_at <= $3
      AND (last_reminder_days IS NULL OR last_reminder_days > ${secondReminderDays} AND expires_at <= $2)
      AND NOT EXISTS (
        SELECT FROM subscriptions AS later
        WHERE later.user_id = ending.user_id AND later.expires_at > ending.expires_at
          AND later.status IN ('active', 'pending_cancellation'))
      AND NOT EXISTS (SELECT FROM account_deletions AS d WHERE d.user_id = ending.user_id)
    ORDER BY expires_at LIMIT 500 FOR UPDATE SKIP LOCKED
  ) AS due, users
  WHERE subscriptions.id = due.id AND users.id = subscriptions.user_id
  RETURNING subscriptions.id, users.email`;

/** Enqueues the reminders that are due 7 days and 1 day before a plan ends. @returns how many */
export function enqueueRenewalReminders(): Promise<number> {
  return transaction(async (tx) => {
    const now = clock.now();
    const inDays = (days: number) => new Date(now.getTime() + days * 24 * 3_600_000);
    const values = [now, inDays(secondReminderDays), inDays(renewableDays)];
    const due = await query<{ id: string; email: string }>('mark-reminders', mark, values, tx);
    for (const { id, email } of due) await enqueueEmail('plan_ends_soon', email, tx, id);
    return due.length;
  });
}

const statement = `
  UPDATE subscriptions SET status = 'expired'
  WHERE status IN ('active', 'pending_cancellation') AND expires_at <= $1
  RETURNING user_id AS "userId",
    EXISTS (SELECT FROM webhook_endpoints AS e WHERE e.user_id = subscriptions.user_id)
      OR ${isListenedToSql('subscriptions.user_id')} AS "isHeard"`;

/**
 * Sets ended periods to `expired`. This status is only for display: `expires_at` decides whether a period runs. Sends
 * an event to the endpoints and the listener of the account.
 *
 * @returns how many
 */
export async function expireSubscriptions(): Promise<number> {
  return transaction(async (tx) => {
    const values = [clock.now()];
    const ended = await query<{ userId: string; isHeard: boolean }>(
      'expire-subscriptions',
      statement,
      values,
      tx,
    );
    const heard = ended.filter(({ isHeard }) => isHeard).map(({ userId }) => userId);
    for (const userId of new Set(heard)) await addPlanEvent(userId, tx);
    return ended.length;
  });
}

type Ending = {
  name: string;
  planName: string;
  endsAt: Date;
  /** The plan that the account falls back to. */
  after: { name: string; messageLimit: number; apiCallLimit: number };
  renewUrl: string;
};

/** The renewal reminder. Plans never renew automatically, so users need not cancel. */
export function planEndsSoonEmail({
  name,
  planName,
  endsAt,
  after,
  renewUrl,
}: Ending): EmailContent {
  return {
    subject: `Your Dakiya ${planName} plan ends on ${formatLongDate(endsAt)}`,
    name,
    heading: `Your ${planName} plan ends soon`,
    paragraphs: [
      `Your plan ${planName} is paid until ${formatLongDate(endsAt)}. Then your account is on the plan ${after.name}, with ${formatCount(after.messageLimit)} messages and ${formatCount(after.apiCallLimit)} API calls a month. Your API keys and messages stay as they are.`,
      'If you pay for the next month now, it begins when this one ends, so you lose no day.',
    ],
    action: { label: `Renew ${planName}`, href: renewUrl },
    afterwards: [
      'Your plan does not renew automatically. If you do not want to renew, you need not do anything.',
    ],
  };
}

/** Loads the renewal reminder; null if the plan was renewed or cancelled, or has ended. */
export async function loadPlanEndsSoonEmail({
  about,
}: EmailRequest): Promise<AddressedEmail | null> {
  const row = await prisma.subscription.findFirst({
    where: { id: about ?? '', status: 'active', expiresAt: { gt: clock.now() } },
    include: { user: true, plan: true },
  });
  if (!row) return null;
  const { user, plan, expiresAt } = row;
  if ((await getPaidUntil(user.id, expiresAt)) > expiresAt) return null;
  const content = planEndsSoonEmail({
    name: emailGreetingName(user),
    planName: plan.name,
    endsAt: expiresAt,
    after: await getDefaultPlan(),
    renewUrl: `${serverSettings.PUBLIC_URL}/payment?plan=${plan.id}`,
  });
  return { to: user.email, content };
}
