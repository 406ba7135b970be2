import { query } from '#platform/db.ts';
import type { EventType } from '../contract.browser.ts';
import { consumeWebhookLimit } from '../log/replay-event.ts';
import { eventTimeSql, newEventIdSql } from '../outbox/add-subject-events-sql.ts';
import type { ListenerKey } from './contract.browser.ts';

const statement = `
  WITH ${eventTimeSql}
  INSERT INTO webhook_listener_events (id, user_id, livemode, type, is_test, at, data)
  SELECT ${newEventIdSql}, user_id, livemode, $3, true, now(), $4 FROM webhook_listeners
  WHERE user_id = $1 AND livemode = $2 AND ends_at > now()
  RETURNING id`;

/**
 * Has a listener see a made-up event, which goes to no endpoint.
 *
 * @param data a sample of the type; of `ping` it may be empty
 * @returns false if the account does not listen any more
 * @throws DomainError `rate_limited`
 */
export async function sendSampleEvent(
  { userId, livemode }: ListenerKey,
  type: EventType,
  data: Record<string, unknown>,
): Promise<boolean> {
  await consumeWebhookLimit(userId, 'tests');
  const values = [userId, livemode, type, JSON.stringify(data)];
  return (await query('send-sample-webhook-event', statement, values)).length > 0;
}
