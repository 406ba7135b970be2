import { isLiveSql } from '#domain/messaging/months/live-ids.ts';
import { addSettledStatsSql, countedColumns } from '#domain/messaging/stats/add-stats-sql.ts';
import {
  addWebhookEventsSql,
  wokenEndpointsSql,
} from '#domain/webhooks/outbox/add-subject-events-sql.ts';

/** How many hours after the end of its validity a message may still get receipts, because some carriers send them very late. */
const lateHours = 72;

/** Tolerated clock difference between web server and worker. */
const skew = '1 minute';

/**
 * SQL condition: the receipt arrived while the message could get receipts. A receipt that is older than the message belongs to
 * an earlier message with the same carrier id.
 *
 * @param receipt alias of a row with `received_at`
 * @param message alias of a row with `created_at` and `valid_until`
 */
export function receiptInTimeSql(receipt: string, message: string): string {
  return `${receipt}.received_at BETWEEN ${message}.created_at - interval '${skew}'
        AND ${message}.valid_until + interval '${lateHours} hours'`;
}

/**
 * CTEs that pair receipts with parts. The CTEs read `wanted`, whose rows have the columns of `receipt_inbox`. The last CTE,
 * `chosen`, has each receipt that matches a part, with the `message_id` and `seq` of the part.
 *
 * A carrier's id alone does not identify a part: restarted carriers reuse their ids. A receipt matches a part by carrier, id
 * and recipient, from the message's acceptance until 72 hours after its validity. If several parts match, the receipt settles
 * the part whose reference it echoes; without such a part, the newest unsettled part. If several receipts match the same parts,
 * each settles a different part. A receipt that matches only settled parts, such as a second copy, is written to the timeline
 * and changes nothing else. But a receipt that echoes a reference of none of these parts stays unmatched, because the right
 * part is not recorded yet. See docs/decisions/010.
 *
 * A receipt for all segments of a text (`settles_all`) matches only when every segment is recorded, and gives its state to all
 * segments.
 *
 * A receipt without the recipient's number matches if exactly one open part of the carrier has the id of the receipt.
 *
 * Parts are locked before they are paired. Otherwise two workers could settle the same part with two receipts, and another part
 * would stay unsettled.
 *
 * The planner estimates that a CTE has one to a hundred rows, so it would join two CTEs with nested loops. Therefore no CTE is
 * joined with another CTE: the pairing uses window functions over `fitting`. Parts are looked up receipt by receipt, because
 * the planner would read all live parts if a month has no statistics yet.
 *
 * Parameters $2 and $3 are the values of `liveIds`, here and in `settleSql`.
 */
export const chooseSql = `
  found AS MATERIALIZED (
    SELECT r.*, part.message_id, part.seq
    FROM wanted AS r CROSS JOIN LATERAL (
      SELECT message_id, seq FROM message_parts
      WHERE carrier = r.carrier AND carrier_message_id = r.carrier_message_id AND recipient = '+' || r.recipient
        AND ${isLiveSql('message_id', 2)} OFFSET 0) AS part
    WHERE r.carrier_message_id <> ''
    UNION ALL
    SELECT r.*, part.message_id, part.seq
    FROM wanted AS r CROSS JOIN LATERAL (
      SELECT min(message_id) AS message_id, min(seq) AS seq FROM message_parts
      WHERE carrier = r.carrier AND carrier_message_id = r.carrier_message_id AND state IN ('sent', 'unknown')
        AND ${isLiveSql('message_id', 2)} HAVING count(*) = 1) AS part
    WHERE r.carrier_message_id <> '' AND r.recipient = ''
  ),
  fitting AS (
    SELECT r.*, r.reference AS receipt_reference, r.state <> 'enroute' AS is_final,
      p.segments, p.state IN ('sent', 'unknown') AS is_open,
      coalesce(p.reference = r.reference, false) AS is_named
    FROM found AS r
    JOIN message_parts AS p ON p.message_id = r.message_id AND p.seq = r.seq
      AND p.message_id = ANY (ARRAY(SELECT message_id FROM found)) AND ${isLiveSql('p.message_id', 2)}
    JOIN messages AS m ON m.id = p.message_id AND ${receiptInTimeSql('r', 'm')}
      AND m.id = ANY (ARRAY(SELECT message_id FROM found)) AND ${isLiveSql('m.id', 2)}
      AND (NOT r.settles_all OR r.state = 'enroute' OR m.segments <= (
        SELECT sum(segments) FROM message_parts WHERE message_id = m.id AND ${isLiveSql('message_id', 2)}))
    ORDER BY p.message_id, p.seq FOR NO KEY UPDATE OF p
  ),
  named AS (
    SELECT *, bool_or(is_named) OVER (PARTITION BY id) AS has_named,
      bool_or(is_named AND is_final) OVER (PARTITION BY message_id, seq) AS is_taken
    FROM fitting
  ),
  pairable AS (
    SELECT *, is_final AND is_open AND NOT has_named AND NOT is_taken AS may_pair FROM named
  ),
  placed AS (
    SELECT *, bool_or(may_pair) OVER (PARTITION BY id) AS has_pair,
      dense_rank() OVER (
        PARTITION BY carrier, carrier_message_id, recipient, may_pair ORDER BY id) AS receipt_place,
      dense_rank() OVER (
        PARTITION BY carrier, carrier_message_id, recipient, may_pair
        ORDER BY message_id DESC, seq DESC) AS part_place
    FROM pairable
  ),
  chosen AS (
    SELECT DISTINCT ON (id) * FROM placed
    WHERE CASE
      WHEN has_named THEN is_named
      WHEN has_pair THEN may_pair AND part_place <= receipt_place
      ELSE is_open OR receipt_reference IS NULL END
    ORDER BY id, is_open DESC, CASE WHEN may_pair THEN -part_place ELSE part_place END
  )`;

/**
 * CTEs that apply the rows of `matched`, which have the columns of `chosen`, to the part, the message, the timeline and the
 * statistics. The CTE `ended` has the messages that reach their final state in this statement.
 *
 * The row of a message counts its settled parts. The lock on this row keeps the count correct when two workers settle two parts
 * at the same time. The lock is taken before the update, so that `before` has the latest state: the statistics count a message
 * that reaches its final state now, but not a message that was final already.
 */
export const settleSql = `
  settling AS (
    SELECT id, message_id, seq, state, received_at, status, error_code, error_text, verdict FROM matched
    WHERE state <> 'enroute'
    UNION ALL
    SELECT id, message_id, part.seq, state, received_at, status, error_code, error_text, verdict
    FROM matched AS r CROSS JOIN LATERAL (
      SELECT seq FROM message_parts
      WHERE message_id = r.message_id AND carrier = r.carrier AND seq <> r.seq
        AND ${isLiveSql('message_id', 2)} OFFSET 0) AS part
    WHERE settles_all AND state <> 'enroute'
  ),
  final AS (
    SELECT DISTINCT ON (message_id, seq) * FROM settling ORDER BY message_id, seq, id
  ),
  part AS (
    UPDATE message_parts AS p SET
      state = final.state::text::part_state, receipt_at = final.received_at,
      receipt_status = final.status, receipt_error_code = final.error_code
    FROM final
    WHERE p.message_id = final.message_id AND p.seq = final.seq AND p.state IN ('sent', 'unknown')
      AND ${isLiveSql('p.message_id', 2)}
    RETURNING final.id, p.message_id, p.carrier, p.state, p.segments, final.status, final.error_code, final.error_text,
      final.verdict, final.received_at
  ),
  counted AS (
    SELECT message_id, max(carrier) AS carrier,
      coalesce(sum(segments) FILTER (WHERE state = 'delivered'), 0) AS delivered,
      coalesce(sum(segments) FILTER (WHERE state = 'undelivered'), 0) AS undelivered,
      min(concat_ws(': ', concat_ws(' ', status, error_code), verdict, error_text))
        FILTER (WHERE state = 'undelivered') AS reason,
      max(received_at) AS at
    FROM part GROUP BY message_id
  ),
  before AS (
    SELECT m.id, m.state, c.carrier, c.delivered, c.undelivered, c.reason, c.at,
      CASE
        WHEN m.state NOT IN ('sent', 'unknown') THEN m.state
        WHEN c.undelivered > 0 THEN 'undelivered'
        WHEN m.parts_delivered + c.delivered >= m.segments THEN 'delivered'
        ELSE m.state END AS next
    FROM counted AS c JOIN messages AS m ON m.id = c.message_id AND ${isLiveSql('m.id', 2)}
    ORDER BY m.id FOR UPDATE OF m
  ),
  moved AS (
    UPDATE messages AS m SET
      parts_delivered = m.parts_delivered + c.delivered,
      parts_undelivered = m.parts_undelivered + c.undelivered,
      reason = CASE
        WHEN c.undelivered > 0 THEN c.reason
        WHEN m.parts_delivered + c.delivered >= m.segments THEN NULL
        ELSE m.reason END,
      state = c.next,
      version = m.version + CASE WHEN c.next = c.state THEN 0 ELSE 1 END,
      settled_at = CASE
        WHEN m.state IN ('sent', 'unknown')
          AND (c.undelivered > 0 OR m.parts_delivered + c.delivered >= m.segments) THEN c.at
        ELSE m.settled_at END
    FROM before AS c WHERE m.id = c.id AND ${isLiveSql('m.id', 2)}
    RETURNING m.id, m.recipient, m.sent_at, m.state, m.reason, m.version, m.settled_at, c.at, c.state AS was, c.carrier,
      ${countedColumns('m')}
  ),
  ended AS (SELECT * FROM moved WHERE was IN ('sent', 'unknown')),
  ${addSettledStatsSql('ended')},
  changed AS (SELECT * FROM moved WHERE state <> was),
  ${addWebhookEventsSql('changed')},
  events AS (
    INSERT INTO message_events
      (message_id, at, kind, seq, carrier, carrier_message_id, status, error_code)
    SELECT message_id, received_at, 'receipt', CASE segments WHEN 1 THEN seq END, carrier, carrier_message_id, status, error_code
    FROM matched WHERE id NOT IN (SELECT id FROM part) ORDER BY id
  )`;

/**
 * Selects the rows of `MatchedReceipt`. This is a FULL JOIN because PostgreSQL never runs one with nested loops. It adds no
 * rows, because every message of `ended` is in `matched`.
 */
export const matchedRowsSql = `
  SELECT matched.id, matched.carrier, matched.message_id AS "messageId", matched.status,
    matched.error_code AS "errorCode", matched.verdict, ended.state,
    ended.sent_at AS "sentAt", ended.settled_at AS "settledAt", ended.user_id AS "userId",
    ended.recipient, ended.kind, ended.reason, ${wokenEndpointsSql}
  FROM matched FULL JOIN ended ON ended.id = matched.message_id`;
