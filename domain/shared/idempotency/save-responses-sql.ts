/**
 * CTEs of a statement that accepts messages: save the responses of the admitted requests, and find out
 * which of them are repeats.
 *
 * Reads `granted (no, period_id, messages, units)` and the JSON parameter `$2` with rows
 * `{no, scope, key, request_id, request_hash, answer, expires_at}`; yields
 * `accepted (no, period_id, messages, units)`: the requests that are not repeats.
 *
 * The primary key decides: of two simultaneous requests with one key, in one statement or in two
 * processes, one inserts the row and the other is a repeat.
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
  saved_response AS (
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
      WHERE keyed.no = granted.no AND keyed.request_id NOT IN (SELECT request_id FROM saved_response))
  )`;
