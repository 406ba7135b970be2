import { enqueueEmail } from '#domain/notifications/email/enqueue-email.server.ts';
import { clock } from '#platform/clock.ts';
import { query, transaction } from '#platform/db.server.ts';
import { renewableDays } from './contract.ts';

/** How many days before the end the second reminder is due. */
const lastDays = 1;

/**
 * Marks who is to be reminded, so that nobody else does: of two that look at once, one finds the row
 * locked, and afterwards marked. Reminded is of the end of all that is paid for: what was given by hand
 * is agreed on with our team, and who has a later period, or cancelled, need not be told. Somebody who
 * is found late, after an outage, is told once: the reminder that is due by then.
 */
const mark = `
  UPDATE subscriptions SET last_reminder_days = due.days FROM (
    SELECT id, CASE WHEN expires_at <= $2 THEN ${lastDays} ELSE ${renewableDays} END AS days
    FROM subscriptions AS ending
    WHERE status = 'active' AND order_id IS NOT NULL AND expires_at > $1 AND expires_at <= $3
      AND (last_reminder_days IS NULL OR last_reminder_days > ${lastDays} AND expires_at <= $2)
      AND NOT EXISTS (
        SELECT FROM subscriptions AS later
        WHERE later.user_id = ending.user_id AND later.expires_at > ending.expires_at
          AND later.status IN ('active', 'pending_cancellation'))
    ORDER BY expires_at LIMIT 500 FOR UPDATE SKIP LOCKED
  ) AS due, users
  WHERE subscriptions.id = due.id AND users.id = subscriptions.user_id
  RETURNING subscriptions.id, users.email`;

/** Asks for the reminders that are due, 7 days and 1 day before a plan ends. @returns how many */
export function enqueueRenewalReminders(): Promise<number> {
  return transaction(async (on) => {
    const now = clock.now();
    const inDays = (days: number) => new Date(now.getTime() + days * 24 * 3_600_000);
    const values = [now, inDays(lastDays), inDays(renewableDays)];
    const due = await query<{ id: string; email: string }>('mark-reminders', mark, values, on);
    for (const { id, email } of due) await enqueueEmail('plan_ends_soon', email, on, id);
    return due.length;
  });
}
