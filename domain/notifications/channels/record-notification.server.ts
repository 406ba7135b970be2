import { clock } from '#platform/clock.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { query } from '#platform/db.server.ts';
import { retry } from '#platform/retry.ts';
import type { Notification } from './contract.ts';
import { countNotification } from './count-notification.server.ts';

/** What became of a try. */
export type NotificationResult =
  | { state: 'sent'; messageId?: string | undefined }
  | { state: 'failed'; reason: string }
  | { state: 'queued'; reason: string; dueAt: Date };

/** Tries in a row that ran out of time, and how long the channel is left alone after them. */
const mostTimeouts = 3;
const pauseMs = 3_600_000;

/** The channel says since when it fails; what was sent ends that, and any answer in time ends a pause. */
const statement = `
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
    paused_until = CASE WHEN $9 AND timeouts + 1 >= ${mostTimeouts} THEN $10::timestamptz END
  FROM recorded
  WHERE $8 AND channel.user_id = recorded.user_id AND channel.kind = recorded.channel`;

/**
 * Records what became of a notification, if the claim on it still holds.
 *
 * @param wasTried whether its address was asked, which says something of the channel
 * @param timedOut whether that took too long
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
  await retry(() => query('record-notification', statement, values), {
    while: isDatabaseUnavailable,
    forMs: leaseUntil.getTime() - now.getTime(),
    everyMs: 500,
  });
  if (wasTried) countNotification(channel, result.state);
}

const postpone = `UPDATE notifications SET due_at = $2 WHERE id = $1 AND state = 'queued'`;

/** Lets a notification that waits be due later. It does not count as a try. */
export async function postponeNotification(id: string, dueAt: Date): Promise<void> {
  await query('postpone-notification', postpone, [id, dueAt]);
}
