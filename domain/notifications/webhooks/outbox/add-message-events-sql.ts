import { eventTimeSql, newEventIdSql } from './new-event-id-sql.ts';
import { queueTimesSql } from './queue-times-sql.ts';

/**
 * CTEs of a statement that changes states of messages: they write an event for each endpoint that wants to hear of one.
 * Who has none pays a look into an index. Then the statement's result needs `wokenEndpointsSql`.
 *
 * @param source the name of a CTE with the messages whose state has changed: `id, user_id, key_id, state, reason, version`,
 *   and `at`, when
 */
export const addWebhookEventsSql = (source: string) => `
  ${eventTimeSql},
  webhook_event AS (
    INSERT INTO webhook_events (id, user_id, endpoint_id, type, livemode, subject_id, key_id, at, version, reason)
    SELECT ${newEventIdSql}, m.user_id, e.id, 'message.' || m.state::text, e.livemode, m.id, m.key_id, m.at, m.version, m.reason
    FROM ${source} AS m JOIN webhook_endpoints AS e ON e.user_id = m.user_id AND e.enabled
      AND (e.types = '{}' OR 'message.' || m.state::text = ANY (e.types)) AND (e.key_ids = '{}' OR m.key_id = ANY (e.key_ids))
    WHERE m.state NOT IN ('queued', 'submitting')
    RETURNING id, endpoint_id, user_id
  ),
  webhook_queued AS (
    INSERT INTO webhook_queue (event_id, endpoint_id, user_id, due_at, ends_at)
    SELECT id, endpoint_id, user_id, ${queueTimesSql} FROM webhook_event
    RETURNING endpoint_id, user_id
  )`;

/** Column of a statement's result, for `wakeWokenEndpoints`: the first row names the endpoints that have events now. */
export const wokenEndpointsSql = `
    CASE WHEN row_number() OVER () = 1 THEN (
      SELECT json_agg(DISTINCT jsonb_build_object('endpointId', endpoint_id, 'userId', user_id)) FROM webhook_queued)
    END AS woken`;
