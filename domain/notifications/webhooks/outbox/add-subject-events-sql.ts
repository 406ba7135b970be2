import { addListenerEventsSql } from '../listening/listener-sql.ts';
import { eventTimeSql, newEventIdSql } from './new-event-id-sql.ts';
import { queueTimesSql } from './queue-times-sql.ts';

type Source = {
  /** The name of a CTE with what the events are about: `id, user_id, key_id, livemode` and `at`, when it happened. */
  source: string;
  /** SQL: the type of the event of a row `m` of the source. */
  type: string;
  /** SQL: the version that a row `m` has now, and the reason. */
  version?: string;
  reason?: string;
  /** SQL: which rows `m` have an event. */
  where?: string;
};

/**
 * CTEs of a statement that write an event for each endpoint of the row's mode that subscribes to it, and for the account's
 * listener. Of an account without endpoints they look into an index, and write nothing. The statement's result then needs
 * `wokenEndpointsSql`.
 */
export const addSubjectEventsSql = ({
  source,
  type,
  version = 'NULL',
  reason = 'NULL',
  where = 'true',
}: Source) => `
  ${eventTimeSql},
  webhook_event AS (
    INSERT INTO webhook_events (id, user_id, endpoint_id, type, livemode, subject_id, key_id, at, version, reason)
    SELECT ${newEventIdSql}, m.user_id, e.id, ${type}, e.livemode, m.id, m.key_id, m.at, ${version}, ${reason}
    FROM ${source} AS m JOIN webhook_endpoints AS e ON e.user_id = m.user_id AND e.livemode = m.livemode AND e.enabled
      AND (e.types = '{}' OR ${type} = ANY (e.types)) AND (e.key_ids = '{}' OR m.key_id = ANY (e.key_ids))
    WHERE ${where}
    RETURNING id, endpoint_id, user_id
  ),
  webhook_queued AS (
    INSERT INTO webhook_queue (event_id, endpoint_id, user_id, due_at, ends_at)
    SELECT id, endpoint_id, user_id, ${queueTimesSql} FROM webhook_event
    RETURNING endpoint_id, user_id
  ),
  ${addListenerEventsSql({ source, type, version, reason, where })}`;

/** Column of a statement's result, for `wakeWokenEndpoints`: the first row names the endpoints that have events now. */
export const wokenEndpointsSql = `
    CASE WHEN row_number() OVER () = 1 THEN (
      SELECT json_agg(DISTINCT jsonb_build_object('endpointId', endpoint_id, 'userId', user_id)) FROM webhook_queued)
    END AS woken`;
