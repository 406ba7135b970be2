import { DomainError } from '#domain/shared/errors.browser.ts';
import { query } from '#platform/db.ts';
import { enqueue } from '#platform/queue.ts';
import { type EventOutput, maxAttempts } from '../contract.browser.ts';
import { postEventsJob } from '../jobs.ts';
import { queueTimesSql } from '../outbox/queue-times-sql.ts';
import { consumeWebhookLimit } from './consume-webhook-limit.ts';
import { findEvent } from './find-event.ts';
import { toEventOutput } from './to-event-output.ts';

/**
 * Begins a new schedule; the id stays, so that a receiver recognises an event that it has. While a worker has it reserved the
 * replay is only noted, and begins when the attempt is recorded. The row of the queue is locked before the event, as in
 * `createRecord`.
 */
const statement = `
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

/**
 * Posts an event again, in whatever state it is; if it is being posted now, after that.
 *
 * @throws DomainError `not_found`, `rate_limited`, and `invalid_parameter` if its endpoint is turned off or deleted, or it was
 *   posted too often
 */
export async function replayEvent(
  userId: string,
  id: string,
  livemode?: boolean,
): Promise<EventOutput> {
  const { endpointId, attempts } = await findEvent(userId, id, livemode);
  await consumeWebhookLimit(userId, 'replays');
  const replayed = await query('replay-webhook-event', statement, [id, userId]);
  if (replayed.length === 0) {
    const message =
      attempts < maxAttempts
        ? 'The endpoint of this event is turned off or deleted.'
        : `This event was posted ${maxAttempts.toLocaleString('en')} times, which is the most.`;
    throw new DomainError('invalid_parameter', { message });
  }
  await enqueue(postEventsJob, [{ endpointId, userId }]);
  return toEventOutput(await findEvent(userId, id));
}
