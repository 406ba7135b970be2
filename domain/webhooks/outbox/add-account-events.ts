import { query, type Transaction } from '#platform/db.ts';
import type { AccountEventData } from '../account-event-data.ts';
import {
  eventTimeSql,
  newEventIdSql,
  queueTimesSql,
  wakeEndpoints,
} from './add-subject-events-sql.ts';

const statement = `
  WITH ${eventTimeSql},
  event AS (
    INSERT INTO webhook_events (id, user_id, endpoint_id, type, livemode, at, data)
    SELECT ${newEventIdSql}, user_id, id, $2, livemode, now(), $3
    FROM webhook_endpoints WHERE user_id = $1 AND livemode AND enabled AND format = 'standard' AND (types = '{}' OR $2 = ANY (types))
    RETURNING id, endpoint_id, user_id
  ),
  listened AS (
    INSERT INTO webhook_listener_events (id, user_id, livemode, type, at, data)
    SELECT ${newEventIdSql}, user_id, livemode, $2, now(), $3
    FROM webhook_listeners WHERE user_id = $1 AND livemode AND ends_at > now()
  )
  INSERT INTO webhook_queue (event_id, endpoint_id, user_id, due_at, ends_at)
  SELECT id, endpoint_id, user_id, ${queueTimesSql} FROM event
  RETURNING endpoint_id AS "endpointId", user_id AS "userId"`;

/**
 * Writes an event that cannot be rendered from a row, for the account's live listener and for each live endpoint that
 * subscribes to it. Account events are always live, because test mode has no balance and shares the DLT registry with live
 * mode.
 *
 * @param tx the transaction that makes the reported change, so that both commit together
 */
export async function addAccountEvents<Type extends keyof AccountEventData>(
  userId: string,
  type: Type,
  data: AccountEventData[Type],
  tx: Transaction,
): Promise<void> {
  const values = [userId, type, JSON.stringify(data)];
  const woken = await query<{ endpointId: string; userId: string }>(
    'add-account-webhook-events',
    statement,
    values,
    tx,
  );
  if (woken.length > 0) tx.afterCommit(() => void wakeEndpoints(woken));
}
