import { emailRetryWindowMs } from '#domain/notifications/email/email-retry-delay.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query } from '#platform/db.ts';
import { enqueue } from '#platform/queue.ts';
import type { ChannelKind } from './contract.browser.ts';
import { countNotification } from './deliver-notification.ts';
import { type NotificationPayload, sendNotificationJob } from './jobs.ts';

/** How long a notification may be overdue before its job counts as lost, in milliseconds. */
const graceMs = 2_000;

const failExpired = `
  UPDATE notifications SET state = 'failed', lease_until = NULL, reason = coalesce(reason, 'It was too late.')
  WHERE created_at < $2 AND (state = 'queued' OR state = 'sending' AND lease_until < $1)
  RETURNING channel`;

/**
 * Requeues the notifications of lost workers. A worker may have sent its notification before it was lost: a second SMS is
 * rejected, because it has the same idempotency key. A Slack message may arrive twice, which is better than not at all.
 */
const requeue = `
  UPDATE notifications SET state = 'queued', lease_until = NULL, due_at = lease_until,
    reason = 'The worker was lost while it was sent.'
  WHERE state = 'sending' AND lease_until < $1`;

/** Sets the due time to now, so that the next run does not select the row again while its new job waits. */
const overdue = `
  UPDATE notifications SET due_at = $1
  WHERE id IN (
    SELECT id FROM notifications WHERE state = 'queued' AND due_at < $2
    ORDER BY due_at LIMIT 1000 FOR UPDATE SKIP LOCKED)
  RETURNING id AS "notificationId", user_id AS "userId", channel`;

/**
 * Enqueues notifications again if their job is missing, because Redis was down or lost the job, or because the worker died.
 *
 * @returns how many
 */
export async function requeueNotifications(): Promise<number> {
  const now = clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const expired = await query<{ channel: ChannelKind }>('fail-expired-notifications', failExpired, [
    now,
    before(emailRetryWindowMs),
  ]);
  for (const { channel } of expired) countNotification(channel, 'failed');
  await query('requeue-notifications', requeue, [now]);
  const values = [now, before(graceMs)];
  const rows = await query<NotificationPayload>('overdue-notifications', overdue, values);
  if (rows.length > 0) await enqueue(sendNotificationJob, rows);
  return rows.length;
}

/** Long enough to investigate a notification that did not arrive. */
const retentionMs = 30 * 24 * 3_600_000;

/** Deletes sent and failed notifications past their retention. @returns how many */
export async function deleteOldNotifications(): Promise<number> {
  const { count } = await prisma.notification.deleteMany({
    where: {
      state: { in: ['sent', 'failed'] },
      dueAt: { lt: new Date(clock.now().getTime() - retentionMs) },
    },
  });
  return count;
}
