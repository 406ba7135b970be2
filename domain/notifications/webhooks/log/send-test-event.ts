import { DomainError } from '#domain/shared/errors.browser.ts';
import { query } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { enqueue } from '#platform/queue.ts';
import type { EventOutput } from '../contract.browser.ts';
import { getEndpoint } from '../endpoints/manage-endpoints.ts';
import type { EventType } from '../event-types.browser.ts';
import { postEventsJob } from '../jobs.ts';
import { queueTimesSql } from '../outbox/queue-times-sql.ts';
import { consumeWebhookLimit } from './consume-webhook-limit.ts';
import { findEvent } from './find-event.ts';
import { toEventOutput } from './to-event-output.ts';

/** It is not of a real message, whatever its type, and says so by `livemode`. */
const statement = `
  WITH event AS (
    INSERT INTO webhook_events (id, user_id, endpoint_id, type, livemode, at, data)
    SELECT $1, $2, id, $4, false, now(), $5 FROM webhook_endpoints
    WHERE id = $3 AND user_id = $2 AND enabled
    RETURNING id, endpoint_id, user_id
  )
  INSERT INTO webhook_queue (event_id, endpoint_id, user_id, due_at, ends_at)
  SELECT id, endpoint_id, user_id, ${queueTimesSql} FROM event
  RETURNING event_id`;

/**
 * Posts an event of any type to test an endpoint, also of a type that it does not subscribe to.
 *
 * @param data a sample of the type; of `ping` it may be empty
 * @throws DomainError `not_found`, `rate_limited`, and `invalid_parameter` if the endpoint is turned off
 */
export async function sendTestEvent(
  userId: string,
  endpointId: string,
  type: EventType,
  data: Record<string, unknown>,
): Promise<EventOutput> {
  await getEndpoint(userId, endpointId);
  await consumeWebhookLimit(userId, 'tests');
  const id = newId('evt');
  const values = [id, userId, endpointId, type, JSON.stringify(data)];
  const sent = await query('send-test-webhook-event', statement, values);
  if (sent.length === 0) {
    throw new DomainError('invalid_parameter', { message: 'The endpoint is turned off.' });
  }
  await enqueue(postEventsJob, [{ endpointId, userId }]);
  return toEventOutput(await findEvent(userId, id));
}
