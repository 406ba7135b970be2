/**
 * SQL parts that charge and release quota. Usage month rows are locked first, ordered by id, so
 * that parallel statements wait for each other without deadlocks and read the latest committed
 * counters.
 */

/**
 * CTE for a single-statement transaction that locks months: sets PostgreSQL's `lock_timeout`, in milliseconds, as text. A
 * statement inside a longer transaction passes null, which leaves the setting unchanged.
 */
export const lockWaitSql = (parameter: string) => `
  lock_wait AS MATERIALIZED (
    SELECT set_config('lock_timeout', coalesce(${parameter}, current_setting('lock_timeout')), true) AS is_set
  )`;

/**
 * CTEs that grant quota to requests. They must follow `lockWaitSql`. A unit is one segment. They read `request (no,
 * period_id, messages, units, ends)`: the number of messages, their total units, and an array of the running totals after
 * each message (null for a single message). Requests are served in the order of `no`. Yields
 * - `admitted (no, room, …)`: the requests for which the month has an API call left, and the units left before the first
 *   request
 * - `granted (no, period_id, messages, units)`: the number of messages before the first message that does not fit, and the
 *   units of these messages
 *
 * If a request does not fit completely, later requests of the month are granted nothing, even if they are smaller and would
 * fit. From `room`, the caller can see that these requests would fit, and retry them. `width_bucket` counts the entries of
 * `ends` that are no larger than the free units, in one call.
 */
export const reserveQuotaSql = `
  room AS (
    SELECT id, message_limit - messages_used AS units, api_call_limit - api_calls_used AS calls
    FROM usage_periods
    WHERE id IN (SELECT period_id FROM request) AND (SELECT is_set IS NOT NULL FROM lock_wait)
    ORDER BY id FOR UPDATE
  ),
  admitted AS (
    SELECT no, period_id, messages, units, ends, room FROM (
      SELECT request.*, room.units AS room, room.calls,
        row_number() OVER (PARTITION BY period_id ORDER BY no) AS call
      FROM request JOIN room ON room.id = period_id) AS numbered
    WHERE call <= calls
  ),
  granted AS (
    SELECT no, period_id, fitting AS messages,
      CASE fitting WHEN messages THEN units WHEN 0 THEN 0 ELSE ends[fitting] END AS units
    FROM (
      SELECT *, CASE WHEN units <= free THEN messages
        ELSE coalesce(width_bucket(free::int, ends), 0) END AS fitting
      FROM (
        SELECT *, room - (sum(units) OVER (PARTITION BY period_id ORDER BY no) - units) AS free
        FROM admitted) AS queued) AS filled
  )`;

/**
 * Charges each row of `accepted (no, period_id, units)`: its units and one API call.
 *
 * `least` does not change the result. PostgreSQL first computes the new row from the version that the statement saw at its
 * beginning, and checks its constraints. Then it detects that another transaction has changed the row, and repeats the
 * computation with the locked version. Without `least`, a message that waited for released units or for a raised limit would
 * fail the constraint on the old version.
 */
export const chargeQuotaSql = `
  charged AS (
    UPDATE usage_periods SET
      messages_used = least(message_limit, messages_used + spent.units),
      api_calls_used = least(api_call_limit, api_calls_used + spent.calls)
    FROM (
      SELECT period_id, sum(units)::int AS units, count(*)::int AS calls
      FROM accepted GROUP BY period_id) AS spent
    WHERE usage_periods.id = spent.period_id
  )`;

/**
 * SQL that releases the units of each row of `source (usage_period_id, segments)`. The SQL keeps the counter from
 * falling below zero: earlier versions of the product charged one unit per message, however many segments it had, so
 * more units may be released than were charged.
 *
 * @param source name of a CTE that moves messages that no carrier accepted to a final status. Each message moves once, so
 *   its units are released once
 */
export function releaseQuotaSql(source: string): string {
  return `
  returned_to AS (
    SELECT id FROM usage_periods WHERE id IN (SELECT usage_period_id FROM ${source})
    ORDER BY id FOR UPDATE
  ),
  released AS (
    UPDATE usage_periods SET messages_used = greatest(0, messages_used - back.units)
    FROM (
      SELECT usage_period_id, sum(segments)::int AS units FROM ${source}
      WHERE usage_period_id IN (SELECT id FROM returned_to) GROUP BY 1) AS back
    WHERE usage_periods.id = back.usage_period_id
  )`;
}
