import type { EmailKind } from '#domain/notifications/email/contract.ts';
import { insertEmail } from '#domain/notifications/email/insert-email.ts';
import { type NotificationPayload, sendNotificationJob } from '#domain/notifications/jobs.ts';
import { lastDaysInIndia } from '#domain/shared/days-in-india.browser.ts';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, type Transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { enqueue } from '#platform/queue.ts';
import { maxPerDay, notifiedPart } from './contract.browser.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    ntf: 'notifications';
  }
}

/** One statement checks and increments the day's count, so that parallel requests cannot exceed the limit. */
const statement = `
  WITH counted AS (
    UPDATE notification_channels AS channel SET
      day = $4, day_count = CASE WHEN channel.day = $4 THEN channel.day_count + 1 ELSE 1 END
    FROM users JOIN settings ON settings.user_id = users.id
    WHERE users.email_key = $1 AND channel.user_id = users.id
      AND channel.confirmed_at IS NOT NULL AND channel.refused_at IS NULL
      AND CASE channel.kind WHEN 'sms' THEN settings.sms ELSE settings.slack END
      AND (channel.day IS DISTINCT FROM $4 OR channel.day_count < CASE channel.kind
        WHEN 'sms' THEN ${maxPerDay.sms} ELSE ${maxPerDay.slack} END)
    RETURNING channel.user_id, channel.kind
  )
  INSERT INTO notifications (id, user_id, channel, kind, about, created_at, due_at)
  SELECT CASE kind WHEN 'sms' THEN $5 ELSE $6 END, user_id, kind, $2::email_kind, $3, $7, $7 FROM counted
  RETURNING id AS "notificationId", user_id AS "userId", channel`;

/**
 * Enqueues a notification for each channel that a user has turned on.
 *
 * @param email the user's address
 * @param tx the transaction of the event itself, so that both commit together
 * @param about the id that the email of this kind refers to
 */
export async function requestNotifications(
  kind: EmailKind,
  email: string,
  tx?: Transaction,
  about?: string,
): Promise<void> {
  if (notifiedPart[kind] === 'nothing') return;
  const now = clock.now();
  const [today] = lastDaysInIndia(now, 1);
  const [forSms, forSlack] = [newId('ntf', now.getTime()), newId('ntf', now.getTime())];
  const values = [normalizeEmail(email), kind, about ?? null, today, forSms, forSlack, now];
  const rows = await query<NotificationPayload>('request-notifications', statement, values, tx);
  if (rows.length === 0) return;
  const enqueueRows = () => void enqueue(sendNotificationJob, rows);
  if (tx) tx.afterCommit(enqueueRows);
  else enqueueRows();
}

/**
 * Enqueues an email and its notifications. The worker renders and sends them, if an account has this address.
 * Emails beyond the limits of `emailKinds` are silently dropped.
 *
 * @param email as entered
 * @param tx the transaction of the event itself, so that both commit together
 * @param about the id of the row that the email is about, if not the account
 */
export async function enqueueEmail(
  kind: EmailKind,
  email: string,
  tx?: Transaction,
  about?: string,
): Promise<void> {
  // The installation's own account has no valid address.
  if (!email.includes('@')) return;
  await insertEmail(kind, email, tx, about);
  await requestNotifications(kind, email, tx, about);
}
