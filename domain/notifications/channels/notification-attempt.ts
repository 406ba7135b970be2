import { clock } from '#platform/clock.browser.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { query } from '#platform/db.ts';
import { counter } from '#platform/metrics/instruments.ts';
import { retry } from '#platform/retry.ts';
import type { ChannelKind, Notification } from './contract.browser.ts';

/** Longer than any attempt takes: 10 s for the request, plus the database before and after it. */
const leaseMs = 60_000;

/** The conditional update moves the row from `queued` to `sending`, so only one worker gets it. */
const claimStatement = `
  UPDATE notifications SET state = 'sending', attempts = attempts + 1, lease_until = $2
  WHERE id = $1 AND state = 'queued'
  RETURNING id, user_id AS "userId", channel, kind, about, attempts, created_at AS "createdAt",
    lease_until AS "leaseUntil"`;

/** Claims a queued notification for this worker. @returns null if it is not queued any more */
export async function claimNotification(id: string): Promise<Notification | null> {
  const leaseUntil = new Date(clock.now().getTime() + leaseMs);
  const [claimed] = await query<Notification>('claim-notification', claimStatement, [
    id,
    leaseUntil,
  ]);
  return claimed ?? null;
}

/** The outcome of an attempt. */
export type NotificationResult =
  | { state: 'sent'; messageId?: string | undefined }
  | { state: 'failed'; reason: string }
  | { state: 'queued'; reason: string; dueAt: Date };

/** Timeouts in a row that pause a channel, and how long it is paused. */
const maxTimeouts = 3;
const pauseMs = 3_600_000;

/**
 * The channel stores since when it fails; a sent notification ends that, and any response in time
 * ends a pause.
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
 * @param wasTried whether a request was made, which tells something about the channel
 * @param timedOut whether that request timed out
 */
export async function recordNotification(
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
export async function postponeNotification(id: string, dueAt: Date): Promise<void> {
  await query('postpone-notification', postpone, [id, dueAt]);
}

const notifications = counter<'channel' | 'result'>({
  name: 'dakiya_notifications_total',
  help: 'Attempts to send a notification, by result: sent, queued (rejected temporarily, retried) or failed.',
  labelNames: ['channel', 'result'],
});

type Result = 'sent' | 'queued' | 'failed';

for (const channel of ['sms', 'slack']) {
  for (const result of ['sent', 'queued', 'failed']) notifications.inc({ channel, result }, 0);
}

/** Counts an attempt by the resulting state of the notification. */
export const countNotification = (channel: ChannelKind, result: Result) =>
  notifications.inc({ channel, result });
