import { DomainError } from '#domain/shared/errors.browser.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { requireWithinLimit } from '#domain/shared/require-within-limit.ts';
import { query } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { createRateLimiter } from '#platform/limits/rate-limit.ts';
import { enqueue } from '#platform/queue.ts';
import { type EventOutput, type EventType, maxAttempts, maxPerHour } from '../contract.browser.ts';
import type { Format } from '../endpoint-contract.browser.ts';
import { getEndpoint } from '../endpoints/manage-endpoints.ts';
import { postEventsJob } from '../jobs.ts';
import { queueTimesSql } from '../outbox/add-subject-events-sql.ts';
import { findEvent, toEventOutput } from './read-events.ts';

/**
 * Begins a new schedule of attempts for an event. The event keeps its id, so that receivers recognise a repeated event.
 * If a worker has reserved the event, only `replay_requested` is set, and the new schedule begins when the attempt is
 * recorded. As in `createRecord`, the row of the queue is locked before the event.
 */
const replaySql = `
  WITH allowed AS (
    SELECT e.id, e.endpoint_id, e.user_id
    FROM webhook_events AS e JOIN webhook_endpoints AS endpoint ON endpoint.id = e.endpoint_id
    WHERE e.id = $1 AND e.user_id = $2 AND endpoint.enabled AND e.attempts < ${maxAttempts}
  ),
  queued AS (
    INSERT INTO webhook_queue AS q (event_id, endpoint_id, user_id, due_at, ends_at)
    SELECT id, endpoint_id, user_id, ${queueTimesSql} FROM allowed
    ON CONFLICT (event_id) DO UPDATE SET due_at = excluded.due_at, ends_at = excluded.ends_at, attempt = 0,
      replay_requested = q.worker_id IS NOT NULL
    RETURNING event_id
  )
  UPDATE webhook_events SET state = 'pending', delivered_at = NULL
  WHERE id = (SELECT event_id FROM queued)
  RETURNING id`;

type Kind = keyof typeof maxPerHour;

const limiterOf = (kind: Kind) =>
  createRateLimiter(`webhook-${kind}`, { points: maxPerHour[kind], seconds: 3_600 });

const limiters: Record<Kind, ReturnType<typeof createRateLimiter>> = {
  tests: limiterOf('tests'),
  replays: limiterOf('replays'),
  recoveries: limiterOf('recoveries'),
  listens: limiterOf('listens'),
};

const what: Record<Kind, string> = {
  tests: 'test events',
  replays: 'replays of single events',
  recoveries: 'recoveries',
  listens: 'starts of listening',
};

/**
 * Counts a replay, test event, recovery or listener of an account towards its hourly limit.
 *
 * @throws DomainError `rate_limited`
 */
export async function consumeWebhookLimit(userId: string, kind: Kind): Promise<void> {
  const most = formatCount(maxPerHour[kind]);
  requireWithinLimit(await limiters[kind].consume(userId), {
    message: `An account is limited to ${most} ${what[kind]} per hour. Please wait.`,
  });
}

/**
 * Posts an event again, in any state. If the event is being posted now, it is posted again afterwards.
 *
 * @throws DomainError `not_found`, `rate_limited`, and `invalid_parameter` if the endpoint is turned off or deleted, or the
 *   event was posted too often
 */
export async function replayEvent(
  userId: string,
  id: string,
  livemode?: boolean,
): Promise<EventOutput> {
  const { endpointId, attempts } = await findEvent(userId, id, livemode);
  await consumeWebhookLimit(userId, 'replays');
  const replayed = await query('replay-webhook-event', replaySql, [id, userId]);
  if (replayed.length === 0) {
    const message =
      attempts < maxAttempts
        ? 'The endpoint of this event is turned off or deleted.'
        : `This event was posted ${formatCount(maxAttempts)} times. It cannot be posted again.`;
    throw new DomainError('invalid_parameter', { message });
  }
  await enqueue(postEventsJob, [{ endpointId, userId }]);
  return toEventOutput(await findEvent(userId, id));
}

/** A test event has `livemode` false, because it describes no real message. */
const addTestEventSql = `
  WITH event AS (
    INSERT INTO webhook_events (id, user_id, endpoint_id, type, livemode, at, data)
    SELECT $1, $2, id, $4, false, now(), $5 FROM webhook_endpoints
    WHERE id = $3 AND user_id = $2 AND enabled
    RETURNING id, endpoint_id, user_id
  )
  INSERT INTO webhook_queue (event_id, endpoint_id, user_id, due_at, ends_at)
  SELECT id, endpoint_id, user_id, ${queueTimesSql} FROM event
  RETURNING event_id`;

/** @throws DomainError `invalid_parameter` if the endpoint never gets events of this type */
function requireTestable(format: Format, type: EventType): void {
  if (format === 'standard') return;
  const isFinal = /^message\.(?:delivered|undelivered|failed|expired)$/.test(type);
  if (format === 'msg91' && isFinal) return;
  const message =
    format === 'msg91'
      ? 'An endpoint with the format msg91 gets only events about final states. Choose the type message.delivered, for example.'
      : 'Status callbacks are about one message. For a trial, send a message with a test key.';
  throw new DomainError('invalid_parameter', { param: 'type', message });
}

/**
 * Posts an event to test an endpoint. The event may have any type, even one to which the endpoint does not subscribe.
 *
 * @param data sample data of the type; may be empty for `ping`
 * @throws DomainError `not_found`, `rate_limited`, and `invalid_parameter` if the endpoint is turned off
 */
export async function sendTestEvent(
  userId: string,
  endpointId: string,
  type: EventType,
  data: Record<string, unknown>,
): Promise<EventOutput> {
  const { format } = await getEndpoint(userId, endpointId);
  requireTestable(format, type);
  await consumeWebhookLimit(userId, 'tests');
  const id = newId('evt');
  const values = [id, userId, endpointId, type, JSON.stringify(data)];
  const sent = await query('send-test-webhook-event', addTestEventSql, values);
  if (sent.length === 0) {
    throw new DomainError('invalid_parameter', { message: 'The endpoint is turned off.' });
  }
  await enqueue(postEventsJob, [{ endpointId, userId }]);
  return toEventOutput(await findEvent(userId, id));
}
