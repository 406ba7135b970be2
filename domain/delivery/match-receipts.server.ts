import { tallyEnds } from '#domain/figures/tally-sql.ts';
import { createBatch } from '#platform/batch.ts';
import { query } from '#platform/db.server.ts';
import { logger } from '#platform/logger.ts';
import type { PartRow } from './contract.ts';
import { type Match, measureSettled } from './measure-receipts.server.ts';

/**
 * Takes receipts out of the inbox that fit a part, and moves part, message, timeline and figures.
 *
 * Parts move once, so a receipt that comes twice changes nothing the second time. The message
 * counts its parts in its own row, whose lock makes the sum right when two workers settle two
 * parts at once. The lock is taken before the row is moved, so that `before` has the newest state:
 * a message that comes to its end now is tallied, one that was there already is not. Whoever commits
 * last, receipt or part, sees the other: both sides look after their own commit.
 *
 * @param wanted a query for the ids of the receipts to look at
 */
const statement = (wanted: string) => `
  WITH wanted AS (${wanted}),
  matched AS (
    DELETE FROM receipt_inbox AS r USING message_parts AS p
    WHERE r.id IN (SELECT id FROM wanted)
      AND p.carrier = r.carrier AND p.carrier_message_id = r.carrier_message_id
      AND r.carrier_message_id <> ''
    RETURNING r.*, p.message_id, p.seq
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
    SELECT id, state FROM messages WHERE id IN (SELECT message_id FROM counted)
    ORDER BY id FOR UPDATE
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
    FROM counted AS c JOIN before ON before.id = c.message_id
    WHERE m.id = c.message_id
    RETURNING m.id, m.user_id, m.created_at, m.sent_at, m.state, m.settled_at, before.state AS was
  ),
  ended AS (SELECT * FROM moved WHERE was IN ('sent', 'unknown')),
  ${tallyEnds('ended')},
  events AS (
    INSERT INTO message_events
      (message_id, at, kind, seq, carrier, carrier_message_id, status, error_code)
    SELECT message_id, received_at, 'receipt', seq, carrier, carrier_message_id, status, error_code
    FROM matched ORDER BY id
  )
  SELECT matched.id, matched.carrier, matched.carrier_message_id AS "carrierMessageId",
    matched.message_id AS "messageId", matched.status, ended.state, ended.sent_at AS "sentAt",
    ended.settled_at AS "settledAt"
  FROM matched LEFT JOIN ended ON ended.id = matched.message_id`;

const byReceipt = statement('SELECT unnest($1::bigint[]) AS id');

const byPart = statement(`
  SELECT r.id FROM receipt_inbox AS r
  JOIN json_to_recordset($1::json) AS p(carrier text, id text)
    ON r.carrier = p.carrier AND r.carrier_message_id = p.id`);

/** Nobody waits for a single receipt. */
const gapMs = 30;

const matchReceipt = createBatch(
  async (ids: number[]) => {
    const matches = await query<Match>('match-receipts', byReceipt, [ids]);
    measureSettled(matches);
    const known = new Map(matches.map((match) => [match.id, match]));
    return ids.map((id) => known.get(id) ?? null);
  },
  { max: 1_000, gapMs },
);

const keyOf = (carrier: string, carrierMessageId: string) => `${carrier} ${carrierMessageId}`;

const matchPart = createBatch(
  async (parts: { carrier: string; id: string }[]) => {
    const matches = await query<Match>('match-part-receipts', byPart, [JSON.stringify(parts)]);
    measureSettled(matches);
    const byKey = new Map<string, Match[]>();
    for (const match of matches) {
      const key = keyOf(match.carrier, match.carrierMessageId);
      byKey.set(key, [...(byKey.get(key) ?? []), match]);
    }
    return parts.map(({ carrier, id }) => byKey.get(keyOf(carrier, id)) ?? []);
  },
  { max: 1_000, gapMs },
);

/** Not within a flush, which may run in the name of another job. */
const logMatch = ({ messageId, carrier, status, state }: Match) =>
  logger.info({ messageId, carrier, status, state: state ?? undefined }, 'receipt matched');

/** Matches one receipt of the inbox. @returns false if its part is not recorded yet */
export async function matchStoredReceipt(id: number): Promise<boolean> {
  const match = await matchReceipt(id);
  if (match) logMatch(match);
  return match !== null;
}

/** Matches the receipts that came before their parts were recorded. */
export async function matchPartReceipts(
  parts: Pick<PartRow, 'carrier' | 'carrier_message_id'>[],
): Promise<void> {
  await Promise.all(
    parts.map(async ({ carrier, carrier_message_id: id }) => {
      if (id === null) return;
      for (const match of await matchPart({ carrier, id })) logMatch(match);
    }),
  );
}
