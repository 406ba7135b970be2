/**
 * Parts of statements that charge and release quota. The row of the month of use is locked first,
 * in the order of its id, so that statements wait for each other and never deadlock; what is read
 * under the lock is the newest committed state, whichever process wrote it.
 */

/**
 * What the quota has room for. A unit is one segment. Reads `request (no, period_id, messages, units,
 * ends)`: how many messages, how many units they take in all, and after each how many so far (null
 * unless there are several). Requests are served in the order of `no`. Yields
 * - `admitted (no, room, …)`: those for which an API call is left, and the units left before the first
 * - `granted (no, period_id, messages, units)`: of those, how many messages there is room for, from
 *   the first until one does not fit, and the units that these take
 *
 * What comes after a request that does not fit whole is granted nothing, although a smaller one might
 * fit in what is left: `room` tells, and it may be asked again. `width_bucket` counts the entries of
 * `ends` that are no larger than what is free, in one call.
 */
export const reserveQuotaSql = `
  room AS (
    SELECT id, message_limit - messages_used AS units, api_call_limit - api_calls_used AS calls
    FROM usage_periods WHERE id IN (SELECT period_id FROM request)
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

/** Charges `accepted (no, period_id, units)`: its units, and one API call each. */
export const chargeQuotaSql = `
  charged AS (
    UPDATE usage_periods SET
      messages_used = messages_used + spent.units,
      api_calls_used = api_calls_used + spent.calls
    FROM (
      SELECT period_id, sum(units)::int AS units, count(*)::int AS calls
      FROM accepted GROUP BY period_id) AS spent
    WHERE usage_periods.id = spent.period_id
  )`;

/**
 * Gives back the units of each row of `source (usage_period_id, segments)`. Never below zero: a message
 * that was accepted when a text of any length cost one unit gives back no more than there is.
 *
 * @param source the name of a part that moved messages to an end before any carrier took them;
 *   as it moves each message once, its units come back once
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
