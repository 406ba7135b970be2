import { enqueueEmail } from '#domain/notifications/channels/enqueue-email.ts';
import { isListenedToSql } from '#domain/notifications/webhooks/listening/listener-sql.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, transaction } from '#platform/db.ts';
import { addPlanEvent } from './add-plan-event.ts';
import { renewableDays } from './contract.browser.ts';

/** Days before the end at which the second reminder is due. */
const secondReminderDays = 1;

/**
 * Marks the plans whose reminder is due; parallel reconcilers skip each other's locked rows. Only
 * the end of the last paid period counts: granted periods have no order, and cancelled or already
 * renewed plans, and accounts that are to be deleted, get no reminder. After an outage only the reminder that is due now is sent.
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
 * Sets periods that have ended to `expired`, for display: what counts is `expires_at`. Endpoints of the account hear of it,
 * and its listener.
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
