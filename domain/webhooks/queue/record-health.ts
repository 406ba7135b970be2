import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { query, type Transaction, transaction } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { hostOf } from '../endpoint-contract.browser.ts';
import { addAccountEvents } from '../outbox/add-account-events.ts';
import { pauseSecondsSql } from './reserve-events.ts';

/** The owner of an endpoint gets an email after this many failures in a row. */
const failuresBeforeEmail = 4;

/**
 * An endpoint is turned off after `daysBeforeEnd` days without a success, if at least
 * `failingDaysBeforeEnd` of these days had failures.
 */
const daysBeforeEnd = 5;
const failingDaysBeforeEnd = 3;

const dayOf = (time: string) => `floor(extract(epoch FROM ${time} - e.failing_since) / 86400)`;

/**
 * Counts a failure if the endpoint still has the failed address and no other failure was counted since the attempt began,
 * because twenty concurrent failures are one outage. Each day with a failure counts as a failing day; days are counted from
 * the first failure.
 */
const fail = `
  UPDATE webhook_endpoints AS e SET
    failures = e.failures + 1, failure = $3, last_failure_at = now(),
    failing_since = coalesce(e.failing_since, now()),
    failing_days = CASE
      WHEN e.failing_since IS NULL THEN 1
      WHEN ${dayOf('now()')} > ${dayOf('e.last_failure_at')} THEN e.failing_days + 1
      ELSE e.failing_days END,
    paused_until = now() + make_interval(secs => ${pauseSecondsSql('e.failures + 1')})
  WHERE e.id = $1 AND e.enabled AND e.url = $4
    AND e.failures <= $2
  RETURNING e.failures, e.failing_days >= ${failingDaysBeforeEnd}
    AND e.failing_since <= now() - interval '${daysBeforeEnd} days' AS "isOver",
    (SELECT email FROM users WHERE id = e.user_id) AS email`;

const current = `SELECT failures FROM webhook_endpoints WHERE id = $1 AND enabled AND url = $2`;

/** How many of the newest events of an endpoint are searched for its last success. */
const maxLookedAt = 10_000;

/**
 * A worker that posts an event successfully resets the failures only if it knows of a failure. So if another worker
 * counts a failure at the same time, this failure is not reset. Before an endpoint is turned off, this statement
 * therefore searches the log for the last success.
 */
const correct = `
  WITH event AS MATERIALIZED (
    SELECT id, delivered_at FROM webhook_events WHERE endpoint_id = $1 ORDER BY id DESC LIMIT ${maxLookedAt}
  ),
  failed AS (
    SELECT min(a.at) AS at FROM event JOIN webhook_attempts AS a ON a.event_id = event.id
    WHERE a.at > (SELECT max(delivered_at) FROM event)
  )
  UPDATE webhook_endpoints AS e SET failing_since = failed.at
  FROM failed WHERE e.id = $1 AND failed.at > e.failing_since
  RETURNING e.failing_since <= now() - interval '${daysBeforeEnd} days' AS "isOver"`;

const disable = `
  UPDATE webhook_endpoints SET enabled = false, disabled_at = now(), disabled_reason = $2::webhook_disabled_reason,
    failure = $3
  WHERE id = $1 AND enabled AND url = $4
  RETURNING user_id AS "userId", url, (SELECT email FROM users WHERE id = user_id) AS email`;

type Failed = { failures: number; isOver: boolean; email: string };

type Failure = {
  endpointId: string;
  url: string;
  /** The number of consecutive failures that this worker knew of when the attempt began. */
  known: number;
  error: string;
  /** Whether the server answered 410 Gone. */
  isGone: boolean;
};

/**
 * Records a failed attempt of an endpoint, and turns the endpoint off if it answered 410 Gone or has failed for too long.
 *
 * @returns the consecutive failures counted by all workers, so that the caller can decide whether to release reserved
 *   events; null if the endpoint is off or has another address
 */
export function recordFailure(failure: Failure): Promise<number | null> {
  const { endpointId, known, error, isGone, url } = failure;
  return transaction(async (tx) => {
    if (isGone) {
      await disableEndpoint({ endpointId, url, reason: 'gone', error }, tx);
      return null;
    }
    const values = [endpointId, known, error, url];
    const [failed] = await query<Failed>('record-webhook-failure', fail, values, tx);
    if (!failed) {
      const [row] = await query<{ failures: number }>(
        'webhook-failures',
        current,
        [endpointId, url],
        tx,
      );
      return row?.failures ?? null;
    }
    if (failed.isOver && (await isReallyOver(endpointId, tx))) {
      await disableEndpoint({ endpointId, url, reason: 'failing', error }, tx);
    } else if (failed.failures === failuresBeforeEmail) {
      await enqueueEmail('webhook_failing', failed.email, tx, endpointId);
    }
    return failed.failures;
  });
}

/** Whether an endpoint has failed for too long, taking its last success in the log into account. */
async function isReallyOver(endpointId: string, tx: Transaction): Promise<boolean> {
  const [corrected] = await query<{ isOver: boolean }>(
    'correct-webhook-failing-since',
    correct,
    [endpointId],
    tx,
  );
  return corrected?.isOver ?? true;
}

type Disabled = { endpointId: string; url: string; reason: 'gone' | 'failing'; error: string };

/** Turns the endpoint off. An email notifies the owner, and an event notifies the account's other endpoints. */
async function disableEndpoint(
  { endpointId, url, reason, error }: Disabled,
  tx: Transaction,
): Promise<void> {
  const [row] = await query<{ userId: string; url: string; email: string }>(
    'disable-webhook-endpoint',
    disable,
    [endpointId, reason, error, url],
    tx,
  );
  if (!row) return;
  const host = hostOf(row.url);
  logger.warn({ accountId: row.userId, endpointId, host, reason }, 'webhook endpoint turned off');
  await enqueueEmail('webhook_disabled', row.email, tx, endpointId);
  const data = { endpoint: endpointId, host, reason, failure: error };
  await addAccountEvents(row.userId, 'webhook.disabled', data, tx);
}

const succeed = `
  UPDATE webhook_endpoints SET failures = 0, failing_since = NULL, last_failure_at = NULL, failure = NULL,
    failing_days = 0, paused_until = NULL
  WHERE id = $1 AND failures > 0`;

const endPause = `UPDATE webhook_endpoints SET paused_until = NULL WHERE id = $1 AND paused_until = $2`;

/**
 * Ends the pause that was set for a probe. Called if the probe made no request, so that the next event becomes the probe.
 */
export async function endUnusedProbe(endpointId: string, probedUntil: Date): Promise<void> {
  await query('end-unused-webhook-probe', endPause, [endpointId, probedUntil]);
}

/** Records that a failing endpoint works again. */
export async function recordSuccess(endpointId: string): Promise<void> {
  await query('record-webhook-success', succeed, [endpointId]);
}
