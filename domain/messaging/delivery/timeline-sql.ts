/**
 * CTE that writes the segments that carriers accepted or may have accepted. A part that was
 * `unknown` is updated; one that has its id from a receipt since then learns when it was submitted.
 *
 * @param parameter holds `PartRow`s as JSON
 */
export function upsertPartsSql(parameter: string): string {
  return `
  parts AS (
    INSERT INTO message_parts
      (message_id, seq, carrier, carrier_message_id, reference, recipient, state, submitted_at, route, routed_by, segments)
    SELECT p.message_id, seq, carrier, carrier_message_id, reference, recipient, state, submitted_at, route, routed_by,
      coalesce(segments, 1)
    FROM json_to_recordset(${parameter}::json) AS p(
      message_id text, seq smallint, carrier text, carrier_message_id text, reference int,
      recipient text, state part_state, submitted_at timestamptz, route text, routed_by text, segments smallint)
    ON CONFLICT (message_id, seq) DO UPDATE SET
      carrier = excluded.carrier, carrier_message_id = excluded.carrier_message_id,
      state = CASE message_parts.state WHEN 'unknown' THEN excluded.state ELSE message_parts.state END,
      submitted_at = excluded.submitted_at, route = excluded.route, routed_by = excluded.routed_by,
      segments = excluded.segments
    WHERE CASE WHEN message_parts.carrier_message_id IS NULL THEN message_parts.state = 'unknown'
      ELSE message_parts.submitted_at IS NULL
        AND message_parts.carrier_message_id = excluded.carrier_message_id END
  )`;
}

/**
 * CTE that writes those events of the timeline that have no place in a part (view `message_timeline`), in the order of
 * the rows.
 *
 * @param parameter holds `EventRow`s as JSON
 * @param of name of a CTE with the ids of the messages to write for: those that the statement
 *   updated, so that a repeat writes nothing twice
 */
export function insertEventsSql(parameter: string, of: string): string {
  return `
  events AS (
    INSERT INTO message_events
      (message_id, at, kind, seq, carrier, carrier_message_id, status, error_code)
    SELECT * FROM json_to_recordset(${parameter}::json) AS e(
      message_id text, at timestamptz, kind message_event_kind, seq smallint, carrier text,
      carrier_message_id text, status text, error_code text)
    WHERE e.message_id IN (SELECT id FROM ${of})
  )`;
}
