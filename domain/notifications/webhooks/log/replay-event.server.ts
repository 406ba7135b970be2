import { DomainError } from '#domain/shared/errors.ts';
import { query } from '#platform/db.server.ts';
import { enqueue } from '#platform/queue.server.ts';
import { type EventOutput, maxAttempts } from '../contract.ts';
import { postEventsJob } from '../jobs.ts';
import { queueTimesSql } from '../outbox/queue-times-sql.ts';
import { consumeWebhookLimit } from './consume-webhook-limit.server.ts';
import { findEvent } from './find-event.server.ts';
import { toEventOutput } from './to-event-output.ts';

/**
 * Begins a new schedule; the id stays, so that a receiver that has it already can tell. What a worker has reserved is being
 * posted anyway.
 */
const statement = `
  WITH event AS (
    UPDATE webhook_events AS e SET state = 'pending', delivered_at = NULL
    FROM webhook_endpoints AS endpoint
    WHERE e.id = $1 AND e.user_id = $2 AND endpoint.id = e.endpoint_id AND endpoint.enabled
      AND e.attempts < ${maxAttempts}
    RETURNING e.id, e.endpoint_id, e.user_id
  )
  INSERT INTO webhook_queue AS q (event_id, endpoint_id, user_id, due_at, ends_at)
  SELECT id, endpoint_id, user_id, ${queueTimesSql} FROM event
  ON CONFLICT (event_id) DO UPDATE SET due_at = excluded.due_at, ends_at = excluded.ends_at, attempt = 0
  RETURNING event_id`;

/**
 * Posts an event again, whatever became of it before.
 *
 * @throws DomainError `not_found`, `rate_limited`, and `invalid_parameter` if its endpoint is turned off or deleted, or it was
 *   posted too often
 */
export async function replayEvent(userId: string, id: string): Promise<EventOutput> {
  const { endpointId, attempts } = await findEvent(userId, id);
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
