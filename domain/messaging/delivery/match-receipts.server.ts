import { addSettledStatsSql } from '#domain/messaging/stats/add-stats-sql.ts';
import { createBatch } from '#platform/batch.ts';
import { query } from '#platform/db.server.ts';
import type { PartRow } from './contract.ts';
import { logMessages } from './log-messages.server.ts';
import { receiptInTimeSql } from './receipt-in-time-sql.ts';
import { type MatchedReceipt, recordDeliveryLatency } from './receipt-metrics.server.ts';

/**
 * Deletes receipts from the inbox that match a part, and updates part, message, timeline and statistics.
 *
 * A carrier's id alone does not identify a part: restarted carriers reuse their ids. A receipt matches a
 * part by carrier, id and recipient, from the message's acceptance until 72 hours after its validity. If
 * several parts match, it settles the one whose reference it echoes, or else the newest unsettled one; if
 * several receipts match the same parts, each settles another. A receipt that matches only settled parts,
 * such as a second copy, is written to the timeline and changes nothing else. See docs/decisions/028.
 *
 * Receipts and parts are locked before they are paired, so that two workers never settle one part with
 * two receipts while another part is left over. The message counts its parts in its own row, whose lock
 * makes the sum correct when two workers settle two parts at once. The lock is taken before the row is
 * updated, so that `before` has the latest state: a message that reaches its final state now is counted
 * in the statistics, one that was final already is not. Receipt and part may be committed in any order:
 * each side looks for the other after its own commit.
 *
 * The planner estimates one row for every CTE, and would join two of them with nested loops. So none is
 * joined with another: the pairing uses window functions over `fitting`, `before` carries the counts, and
 * the last join is a FULL JOIN, which never uses nested loops; every row of `ended` is in `matched`.
 */
const matchSql = `
  WITH wanted AS (
    SELECT * FROM receipt_inbox WHERE id = ANY ($1::bigint[]) AND carrier_message_id <> ''
    ORDER BY id FOR UPDATE
  ),
  fitting AS (
    SELECT r.id, r.carrier, r.carrier_message_id, r.recipient, r.state <> 'enroute' AS is_final,
      p.message_id, p.seq, p.state IN ('sent', 'unknown') AS is_open,
      coalesce(p.reference = r.reference, false) AS is_named
    FROM wanted AS r
    JOIN message_parts AS p ON p.carrier = r.carrier
      AND p.carrier_message_id = r.carrier_message_id AND p.recipient = '+' || r.recipient
    JOIN messages AS m ON m.id = p.message_id AND ${receiptInTimeSql('r', 'm')}
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
    SELECT DISTINCT ON (id) id, message_id, seq FROM placed
    WHERE CASE
      WHEN has_named THEN is_named
      WHEN has_pair THEN may_pair AND part_place <= receipt_place
      ELSE true END
    ORDER BY id, is_open DESC, CASE WHEN may_pair THEN -part_place ELSE part_place END
  ),
  matched AS (
    DELETE FROM receipt_inbox AS r USING chosen WHERE r.id = chosen.id
    RETURNING r.*, chosen.message_id, chosen.seq
  ),
  final AS (
    SELECT DISTINCT ON (message_id, seq) * FROM matched
    WHERE state <> 'enroute' ORDER BY message_id, seq, id
  ),
  part AS (
    UPDATE message_parts AS p SET state = final.state::text::part_state
    FROM final
    WHERE p.message_id = final.message_id AND p.seq = final.seq AND p.state IN ('sent', 'unknown')
    RETURNING p.message_id, p.seq, p.state, final.status, final.error_code, final.received_at
  ),
  counted AS (
    SELECT message_id,
      count(*) FILTER (WHERE state = 'delivered') AS delivered,
      count(*) FILTER (WHERE state = 'undelivered') AS undelivered,
      min(concat_ws(' ', status, error_code)) FILTER (WHERE state = 'undelivered') AS reason,
      max(received_at) AS at
    FROM part GROUP BY message_id
  ),
  before AS (
    SELECT m.id, m.state, c.delivered, c.undelivered, c.reason, c.at
    FROM counted AS c JOIN messages AS m ON m.id = c.message_id
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
      state = CASE
        WHEN m.state NOT IN ('sent', 'unknown') THEN m.state
        WHEN c.undelivered > 0 THEN 'undelivered'
        WHEN m.parts_delivered + c.delivered >= m.segments THEN 'delivered'
        ELSE m.state END,
      settled_at = CASE
        WHEN m.state IN ('sent', 'unknown')
          AND (c.undelivered > 0 OR m.parts_delivered + c.delivered >= m.segments) THEN c.at
        ELSE m.settled_at END
    FROM before AS c WHERE m.id = c.id
    RETURNING m.id, m.user_id, m.created_at, m.sent_at, m.state, m.settled_at, c.state AS was
  ),
  ended AS (SELECT * FROM moved WHERE was IN ('sent', 'unknown')),
  ${addSettledStatsSql('ended')},
  events AS (
    INSERT INTO message_events
      (message_id, at, kind, seq, carrier, carrier_message_id, status, error_code)
    SELECT message_id, received_at, 'receipt', seq, carrier, carrier_message_id, status, error_code
    FROM matched ORDER BY id
  )
  SELECT matched.id, matched.carrier, matched.carrier_message_id AS "carrierMessageId",
    '+' || matched.recipient AS recipient, matched.message_id AS "messageId", matched.status, ended.state, ended.sent_at AS "sentAt",
    ended.settled_at AS "settledAt"
  FROM matched FULL JOIN ended ON ended.id = matched.message_id`;

/** The receipts that arrived before their parts were recorded. Nearly always none, so it is a statement of its own. */
const earlySql = `
  SELECT r.id, p.place FROM receipt_inbox AS r
  JOIN unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY
    AS p(carrier, carrier_message_id, recipient, place)
    ON r.carrier = p.carrier AND r.carrier_message_id = p.carrier_message_id
      AND r.recipient = substr(p.recipient, 2)
  WHERE r.carrier_message_id <> ''`;

/** Longer than for submits: no job waits for a single receipt. */
const batchDelayMs = 30;

const matchReceipt = createBatch(
  async (ids: number[]) => {
    const matches = await query<MatchedReceipt>('match-receipts', matchSql, [ids]);
    recordDeliveryLatency(matches);
    logMessages(
      matches.map(({ messageId, carrier, status, state }) => ({
        messageId,
        fields: { carrier, status, state: state ?? undefined },
      })),
      'receipt matched',
    );
    const known = new Map(matches.map((match) => [match.id, match]));
    return ids.map((id) => {
      const match = known.get(id) ?? null;
      // The same receipt twice in one flush, asked for by itself and by its part: the first gets the match.
      known.delete(id);
      return match;
    });
  },
  { max: 1_000, minIntervalMs: batchDelayMs },
);

/** What identifies the receipts of a part. */
type SentPart = Pick<PartRow, 'carrier' | 'recipient'> & { carrier_message_id: string };

const findEarlyReceipts = createBatch(
  async (parts: SentPart[]) => {
    const found = await query<{ id: number; place: number }>('early-receipts', earlySql, [
      parts.map(({ carrier }) => carrier),
      parts.map(({ carrier_message_id }) => carrier_message_id),
      parts.map(({ recipient }) => recipient),
    ]);
    const ids = parts.map((): number[] => []);
    for (const { id, place } of found) ids[place - 1]?.push(id);
    return ids;
  },
  { max: 1_000, minIntervalMs: batchDelayMs },
);

/** Matches one receipt of the inbox. @returns false if its part is not recorded yet */
export async function matchStoredReceipt(id: number): Promise<boolean> {
  return (await matchReceipt(id)) !== null;
}

/** Matches receipts that arrived before their parts were recorded. */
export async function matchPartReceipts(
  parts: Pick<PartRow, 'carrier' | 'carrier_message_id' | 'recipient'>[],
): Promise<void> {
  await Promise.all(
    parts.map(async ({ carrier, carrier_message_id, recipient }) => {
      if (carrier_message_id === null) return;
      const ids = await findEarlyReceipts({ carrier, carrier_message_id, recipient });
      await Promise.all(ids.map(matchStoredReceipt));
    }),
  );
}
