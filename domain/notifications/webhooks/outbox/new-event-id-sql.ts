/** The time of an event's id: as `newId` has it, by PostgreSQL's clock. */
const time = `(
    SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ',
      ((floor(extract(epoch FROM now()) * 1000)::bigint >> (5 * place)) & 31)::int + 1, 1), '' ORDER BY place DESC)
    FROM generate_series(0, 9) AS place)`;

/** CTE with the beginning of the ids of a statement's events. PostgreSQL computes it only if there are some. */
export const eventTimeSql = `webhook_event_time AS MATERIALIZED (SELECT 'evt_' || ${time} AS start)`;

/** The id of a new event: the time, and 62 random bits, as hexadecimal digits are digits of base 32. */
export const newEventIdSql = `(SELECT start FROM webhook_event_time) || upper(right(replace(gen_random_uuid()::text, '-', ''), 16))`;
