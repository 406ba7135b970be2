/**
 * Parts of statements that charge and release quota. The row of the month of use is locked first,
 * in the order of its id, so that statements wait for each other and never deadlock; what is read
 * under the lock is the newest committed state, whichever process wrote it.
 */

/**
 * What the quota has room for. Reads `request (no, period_id, units)`; requests are served in the
 * order of `no`. Yields
 * - `admitted (no, …)`: those for which an API call is left
 * - `granted (no, period_id, units)`: of those, how many units there is room for, from 0 to all
 */
export const grantQuota = `
  room AS (
    SELECT id, message_limit - messages_used AS messages, api_call_limit - api_calls_used AS calls
    FROM usage_periods WHERE id IN (SELECT period_id FROM request)
    ORDER BY id FOR UPDATE
  ),
  admitted AS (
    SELECT no, period_id, units, messages FROM (
      SELECT request.*, room.messages, room.calls,
        row_number() OVER (PARTITION BY period_id ORDER BY no) AS call
      FROM request JOIN room ON room.id = period_id) AS numbered
    WHERE call <= calls
  ),
  granted AS (
    SELECT no, period_id, greatest(0, least(units, messages - before))::int AS units FROM (
      SELECT *, sum(units) OVER (PARTITION BY period_id ORDER BY no) - units AS before
      FROM admitted) AS queued
  )`;

/** Charges `accepted (no, period_id, units)`: its units, and one API call each. */
export const chargeQuota = `
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
 * Gives back one unit for each row of `source (usage_period_id)`.
 *
 * @param source the name of a part that moved messages to an end before any carrier took them;
 *   as it moves each message once, each unit comes back once
 */
export function releaseQuota(source: string): string {
  return `
  returned_to AS (
    SELECT id FROM usage_periods WHERE id IN (SELECT usage_period_id FROM ${source})
    ORDER BY id FOR UPDATE
  ),
  released AS (
    UPDATE usage_periods SET messages_used = messages_used - back.units
    FROM (
      SELECT usage_period_id, count(*)::int AS units FROM ${source}
      WHERE usage_period_id IN (SELECT id FROM returned_to) GROUP BY 1) AS back
    WHERE usage_periods.id = back.usage_period_id
  )`;
}
