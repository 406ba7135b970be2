/**
 * Part of a statement that accepts messages: remembers the answers of the requests that are let
 * in, and finds out which of them are repeats.
 *
 * Reads `granted (no, period_id, messages, units)` and the JSON parameter `$2` of rows
 * `{no, scope, key, request_id, request_hash, answer, expires_at}`; yields
 * `accepted (no, period_id, messages, units)`: those that are not repeats.
 *
 * The unique key decides. Of two requests with one key that come at the same time, in one
 * statement or in two processes, one inserts and the other finds the row taken.
 */
export const saveResponsesSql = `
  keyed AS (
    SELECT k.*, granted.messages
    FROM json_to_recordset($2::json) AS k(
      no int, scope text, key text, request_id text, request_hash text, answer json,
      expires_at timestamptz)
    JOIN granted USING (no)
    WHERE granted.messages > 0
  ),
  remembered AS (
    INSERT INTO idempotency_keys
      (scope, key, request_id, request_hash, answer, granted, expires_at)
    SELECT scope, key, request_id, decode(request_hash, 'hex'), answer, messages, expires_at
    FROM keyed
    ON CONFLICT (scope, key) DO NOTHING
    RETURNING request_id
  ),
  accepted AS (
    SELECT no, period_id, messages, units FROM granted
    WHERE messages > 0 AND NOT EXISTS (
      SELECT FROM keyed
      WHERE keyed.no = granted.no AND keyed.request_id NOT IN (SELECT request_id FROM remembered))
  )`;
