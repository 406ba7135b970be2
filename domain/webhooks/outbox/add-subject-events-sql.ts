import { query } from '#platform/db.ts';
import { enqueue } from '#platform/queue.ts';
import { type EndpointToWake, postEventsJob } from '../jobs.ts';
import { scheduleSeconds } from '../sending/schedule.ts';

type Source = {
  /** The name of a CTE with the subjects of the events: `id, user_id, key_id, livemode` and `at`, the time of the change. */
  source: string;
  /** SQL: the event type for row `m` of the source. */
  type: string;
  /** SQL: the current version of row `m`, and the reason of its state. */
  version?: string;
  reason?: string;
  /** SQL condition: whether to write an event about row `m`. */
  where?: string;
  /** SQL condition: whether endpoint `e`, whose format is not `standard`, gets an event about row `m`. */
  forFormats?: string;
};

type ListenedSource = {
  /** See `Source`; all fields are set. */
  source: string;
  type: string;
  version: string;
  reason: string;
  where: string;
};

/** SQL: the time part of an event id, in `newId`'s format, by PostgreSQL's clock. */
const time = `(
    SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ',
      ((floor(extract(epoch FROM now()) * 1000)::bigint >> (5 * place)) & 31)::int + 1, 1), '' ORDER BY place DESC)
    FROM generate_series(0, 9) AS place)`;

/** CTE with the common first part of the event ids of a statement. PostgreSQL computes it only if there are events. */
export const eventTimeSql = `webhook_event_time AS MATERIALIZED (SELECT 'evt_' || ${time} AS start)`;

/**
 * SQL: a new event id. It consists of the time and 62 random bits. The random part uses hexadecimal digits, which are valid
 * base-32 digits too.
 */
export const newEventIdSql = `(SELECT start FROM webhook_event_time) || upper(right(replace(gen_random_uuid()::text, '-', ''), 16))`;

/**
 * CTE for a statement that changes states. Writes an event for the account's listener in the row's mode, if there is one.
 * Needs `eventTimeSql`. The listeners' table is nearly always empty; then nothing else is read.
 */
const addListenerEventsSql = ({ source, type, version, reason, where }: ListenedSource) => `
  webhook_listened AS (
    INSERT INTO webhook_listener_events (id, user_id, livemode, type, subject_id, at, version, reason)
    SELECT ${newEventIdSql}, m.user_id, l.livemode, ${type}, m.id, m.at, ${version}, ${reason}
    FROM ${source} AS m JOIN webhook_listeners AS l
      ON l.user_id = m.user_id AND l.livemode = m.livemode AND l.ends_at > now()
    WHERE ${where}
  )`;

/**
 * SQL condition: the account has a live listener, which gets account events.
 *
 * @param userId SQL: the id of the account
 */
export const isListenedToSql = (userId: string) => `EXISTS (
    SELECT FROM webhook_listeners AS l WHERE l.user_id = ${userId} AND l.livemode AND l.ends_at > now())`;

/** Values for `due_at, ends_at` of a new `webhook_queue` row. */
export const queueTimesSql = `now(), now() + interval '${scheduleSeconds} seconds'`;

/**
 * CTEs that write an event for each subscribed endpoint in the row's mode, and for the account's listener. For an account
 * without endpoints, they only read an index. A statement with these CTEs must return the column `wokenEndpointsSql`.
 */
export const addSubjectEventsSql = ({
  source,
  type,
  version = 'NULL',
  reason = 'NULL',
  where = 'true',
  forFormats = 'false',
}: Source) => `
  ${eventTimeSql},
  webhook_event AS (
    INSERT INTO webhook_events (id, user_id, endpoint_id, type, livemode, subject_id, key_id, at, version, reason)
    SELECT ${newEventIdSql}, m.user_id, e.id, ${type}, e.livemode, m.id, m.key_id, m.at, ${version}, ${reason}
    FROM ${source} AS m JOIN webhook_endpoints AS e ON e.user_id = m.user_id AND e.livemode = m.livemode AND e.enabled
      AND (e.types = '{}' OR ${type} = ANY (e.types)) AND (e.key_ids = '{}' OR m.key_id = ANY (e.key_ids))
    WHERE ${where} AND (e.format = 'standard' OR ${forFormats})
    RETURNING id, endpoint_id, user_id
  ),
  webhook_queued AS (
    INSERT INTO webhook_queue (event_id, endpoint_id, user_id, due_at, ends_at)
    SELECT id, endpoint_id, user_id, ${queueTimesSql} FROM webhook_event
    RETURNING endpoint_id, user_id
  ),
  ${addListenerEventsSql({ source, type, version, reason, where })}`;

/**
 * CTEs that write the events of messages whose state a statement changes. The statement must return the column
 * `wokenEndpointsSql`.
 *
 * @param source the name of a CTE with the messages whose state has changed:
 *   `id, user_id, key_id, livemode, state, reason, version`, and `at`, the time of the change
 */
export const addWebhookEventsSql = (source: string) =>
  addSubjectEventsSql({
    source,
    type: `'message.' || m.state::text`,
    version: 'm.version',
    reason: 'm.reason',
    where: `m.state NOT IN ('queued', 'submitting')`,
    forFormats,
  });

/**
 * Endpoints of Twilio's format get only messages that named them, and endpoints of MSG91's format get only final states.
 * These conditions run only for such endpoints, so other accounts do not pay for them.
 */
const forFormats = `CASE e.format
      WHEN 'twilio' THEN EXISTS (
        SELECT FROM message_callbacks AS c WHERE c.message_id = m.id AND c.endpoint_id = e.id)
      ELSE m.state IN ('delivered', 'undelivered', 'failed', 'expired') END`;

/** Result column for `wakeWokenEndpoints`. The first row lists the endpoints that now have events. */
export const wokenEndpointsSql = `
    CASE WHEN row_number() OVER () = 1 THEN (
      SELECT json_agg(DISTINCT jsonb_build_object('endpointId', endpoint_id, 'userId', user_id)) FROM webhook_queued)
    END AS woken`;

/** Wakes workers up for endpoints that have events. Call it after the events are committed. */
export const wakeEndpoints = (endpoints: EndpointToWake[]): Promise<void> =>
  enqueue(postEventsJob, endpoints);

/** A row of a statement with `wokenEndpointsSql`. */
export type WokenRow = { woken: EndpointToWake[] | null };

/** Wakes workers up after a statement that may have written events. Call it after the commit. */
export function wakeWokenEndpoints(rows: WokenRow[]): void {
  const endpoints = rows.flatMap(({ woken }) => woken ?? []);
  if (endpoints.length > 0) void wakeEndpoints(endpoints);
}

/** How many seconds a due event may wait unreserved before its job counts as lost. */
const usualGraceSeconds = 2;

/**
 * Finds the endpoints whose jobs were lost. Jumps from endpoint to endpoint in the index, so the cost depends on the number
 * of endpoints, not events.
 */
const statement = `
  WITH RECURSIVE endpoint AS (
    (SELECT endpoint_id FROM webhook_queue ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT (
      SELECT q.endpoint_id FROM webhook_queue AS q
      WHERE q.endpoint_id > endpoint.endpoint_id ORDER BY q.endpoint_id LIMIT 1)
    FROM endpoint WHERE endpoint.endpoint_id IS NOT NULL
  )
  SELECT e.id AS "endpointId", e.user_id AS "userId"
  FROM endpoint JOIN webhook_endpoints AS e ON e.id = endpoint.endpoint_id
  WHERE e.enabled AND (e.paused_until IS NULL OR e.paused_until <= now()) AND EXISTS (
    SELECT FROM webhook_queue AS q
    WHERE q.endpoint_id = e.id AND q.worker_id IS NULL AND q.due_at < now() - make_interval(secs => $1))`;

/**
 * Wakes workers up for endpoints with due, unreserved events, whose job was lost or whose pause has ended.
 *
 * @param graceSeconds seconds for which a due event may wait; 0 while Redis is down, because there are no jobs then
 * @returns the number of endpoints
 */
export async function wakeWaitingEndpoints(graceSeconds = usualGraceSeconds): Promise<number> {
  const values = [graceSeconds];
  const endpoints = await query<EndpointToWake>('webhook-endpoints-that-wait', statement, values);
  await wakeEndpoints(endpoints);
  return endpoints.length;
}
