import {
  emailRetryDelayMs,
  emailRetryWindowMs,
  type WriteContent,
} from '#domain/notifications/email/contract.ts';
import { type NotificationPayload, sendNotificationJob } from '#domain/notifications/jobs.ts';
import { clock } from '#platform/clock.browser.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { prisma, query } from '#platform/db.ts';
import { NotDone } from '#platform/limits/fair-budget.ts';
import { logger } from '#platform/logger.ts';
import { counter } from '#platform/metrics/instruments.ts';
import { retry } from '#platform/promises.ts';
import { enqueue } from '#platform/queue.ts';
import type { ChannelKind, Notification, SendOutcome, SendSms } from './contract.browser.ts';
import { type ChannelAddress, findAddress, turnOffSlack } from './manage-channels.ts';
import { inSlackSlot, postToSlack, toSlackText } from './slack-protocol.ts';

/** The job runs again after this delay, in milliseconds. */
type RetryLater = { retryInMs: number } | undefined;

/** Dependencies from higher layers, injected by the worker. */
type Dependencies = {
  /** Loads the content of an email of any kind. */
  writeContent: WriteContent;
  sendSms: SendSms;
};

/** Delay before looking for a free slot again, in milliseconds. */
const noSlotDelayMs = 1_000;

/**
 * Renders a notification from the email of its kind and sends it. A notification whose channel has been turned off fails. A
 * notification that no longer applies is not sent, but is recorded as sent. While no Slack slot is free, or the channel is
 * paused, the notification is postponed and does not occupy the worker.
 *
 * @returns the delay before the next attempt in milliseconds, if the notification was not sent yet
 */
export async function deliverNotification(
  payload: NotificationPayload,
  dependencies: Dependencies,
): Promise<RetryLater> {
  if (payload.channel === 'sms') return await deliver(payload, dependencies);
  try {
    return await inSlackSlot(payload.userId, 1, () => deliver(payload, dependencies));
  } catch (error) {
    if (error instanceof NotDone) return { retryInMs: noSlotDelayMs };
    throw error;
  }
}

/**
 * How long a worker's claim is valid, in milliseconds. Every attempt is shorter: its request takes at most 10 s, and
 * its statements take little time.
 */
const leaseMs = 60_000;

/** The conditional update moves the row from `queued` to `sending`, so only one worker gets it. */
const claimStatement = `
  UPDATE notifications SET state = 'sending', attempts = attempts + 1, lease_until = $2
  WHERE id = $1 AND state = 'queued'
  RETURNING id, user_id AS "userId", channel, kind, about, attempts, created_at AS "createdAt",
    lease_until AS "leaseUntil"`;

/** Claims a queued notification for this worker. @returns null if it is no longer queued */
async function claimNotification(id: string): Promise<Notification | null> {
  const leaseUntil = new Date(clock.now().getTime() + leaseMs);
  const [claimed] = await query<Notification>('claim-notification', claimStatement, [
    id,
    leaseUntil,
  ]);
  return claimed ?? null;
}

/** The outcome of an attempt. */
type NotificationResult =
  | { state: 'sent'; messageId?: string | undefined }
  | { state: 'failed'; reason: string }
  | { state: 'queued'; reason: string; dueAt: Date };

/** After this many timeouts in a row, a channel is paused for `pauseMs` milliseconds. */
const maxTimeouts = 3;
const pauseMs = 3_600_000;

/**
 * Records the outcome. The row of the channel stores the time since which notifications have failed; a sent notification
 * clears this time. Every response that arrives in time, even a rejection, resets the count of timeouts and ends a pause.
 */
const recordStatement = `
  WITH recorded AS (
    UPDATE notifications SET
      state = $3::notification_state, reason = $4, due_at = coalesce($5, due_at), message_id = $6,
      lease_until = NULL
    WHERE id = $1 AND state = 'sending' AND lease_until = $2
    RETURNING user_id, channel
  )
  UPDATE notification_channels AS channel SET
    failing_since = CASE WHEN $3 = 'sent' THEN NULL ELSE coalesce(failing_since, $7) END,
    failure = CASE WHEN $3 = 'sent' THEN NULL ELSE $4 END,
    timeouts = CASE WHEN $9 THEN timeouts + 1 ELSE 0 END,
    paused_until = CASE WHEN $9 AND timeouts + 1 >= ${maxTimeouts} THEN $10::timestamptz END
  FROM recorded
  WHERE $8 AND channel.user_id = recorded.user_id AND channel.kind = recorded.channel`;

/**
 * Records the outcome of a notification, if its claim is still valid.
 *
 * @param wasTried whether a request was made; if not, the outcome does not change the state of the channel
 * @param timedOut whether the request timed out
 */
async function recordNotification(
  { id, channel, leaseUntil }: Notification,
  result: NotificationResult,
  { wasTried, timedOut = false }: { wasTried: boolean; timedOut?: boolean | undefined },
): Promise<void> {
  const now = clock.now();
  const values = [
    id,
    leaseUntil,
    result.state,
    'reason' in result ? result.reason : null,
    'dueAt' in result ? result.dueAt : null,
    'messageId' in result ? (result.messageId ?? null) : null,
    now,
    wasTried,
    timedOut,
    new Date(now.getTime() + pauseMs),
  ];
  await retry(() => query('record-notification', recordStatement, values), {
    while: isDatabaseUnavailable,
    forMs: leaseUntil.getTime() - now.getTime(),
    everyMs: 500,
  });
  if (wasTried) countNotification(channel, result.state);
}

const postpone = `UPDATE notifications SET due_at = $2 WHERE id = $1 AND state = 'queued'`;

/** Postpones a queued notification. This does not count as an attempt. */
async function postponeNotification(id: string, dueAt: Date): Promise<void> {
  await query('postpone-notification', postpone, [id, dueAt]);
}

const notifications = counter<'channel' | 'result'>({
  name: 'dakiya_notifications_total',
  help: 'Attempts to send a notification, by result: sent, queued (rejected temporarily, to be retried) or failed.',
  labelNames: ['channel', 'result'],
  from0: ['sms', 'slack'].flatMap((channel) =>
    ['sent', 'queued', 'failed'].map((result) => ({ channel, result })),
  ),
});

type Result = 'sent' | 'queued' | 'failed';

/** Counts an attempt by the resulting state of the notification. */
const countNotification = (channel: ChannelKind, result: Result) =>
  notifications.inc({ channel, result });

async function deliver(
  { notificationId, userId, channel }: NotificationPayload,
  dependencies: Dependencies,
): Promise<RetryLater> {
  const to = await findAddress(userId, channel);
  const pauseMs = (to?.pausedUntil?.getTime() ?? 0) - clock.now().getTime();
  if (to?.pausedUntil && pauseMs > 0) {
    await postponeNotification(notificationId, to.pausedUntil);
    return { retryInMs: pauseMs };
  }
  const claimed = await claimNotification(notificationId);
  if (!claimed) return undefined;
  if (!to) {
    const result = {
      state: 'failed',
      reason: 'The channel was turned off before the notification was sent.',
    } as const;
    await recordNotification(claimed, result, { wasTried: false });
    return undefined;
  }
  const outcome = await send(claimed, to, dependencies);
  if (outcome === null) {
    await recordNotification(claimed, { state: 'sent' }, { wasTried: false });
    return undefined;
  }
  if (outcome.kind === 'refused') return await handleRejection(claimed, to, outcome);
  const { messageId } = outcome;
  await recordNotification(claimed, { state: 'sent', messageId }, { wasTried: true });
  return undefined;
}

/** Sends a claimed notification. @returns null if it no longer applies */
async function send(
  claimed: Notification,
  { address, email }: ChannelAddress,
  { writeContent, sendSms }: Dependencies,
): Promise<SendOutcome | null> {
  const { kind, about, createdAt } = claimed;
  const written = await writeContent(kind, { email, about, createdAt });
  if (!written) return null;
  return claimed.channel === 'sms'
    ? sendSms(claimed.id, address, written.content.subject)
    : postToSlack(address, toSlackText(kind, written.content));
}

async function handleRejection(
  claimed: Notification,
  { channelId, email }: ChannelAddress,
  outcome: SendOutcome & { kind: 'refused' },
): Promise<RetryLater> {
  const { id, channel, attempts, createdAt } = claimed;
  const { reason, forGood = false, retryAfterSeconds, timedOut } = outcome;
  const now = clock.now().getTime();
  const delayMs = outcome.retry ? emailRetryDelayMs(attempts, now - createdAt.getTime()) : null;
  const retryInMs = delayMs === null ? null : Math.max(delayMs, (retryAfterSeconds ?? 0) * 1_000);
  logger.warn(
    { notificationId: id, channel, attempts, retryInMs, reason },
    'notification rejected by its channel',
  );
  if (retryInMs === null) {
    await recordNotification(claimed, { state: 'failed', reason }, { wasTried: true, timedOut });
    if (forGood) await turnOffSlack(channelId, email);
    return undefined;
  }
  const dueAt = new Date(now + retryInMs);
  await recordNotification(
    claimed,
    { state: 'queued', reason, dueAt },
    { wasTried: true, timedOut },
  );
  return { retryInMs };
}

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

/** How long notifications are kept, in milliseconds: long enough to investigate a notification that did not arrive. */
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
