import { isLiveSql } from '#domain/messaging/months/is-live-sql.ts';
import { liveIds } from '#domain/messaging/months/live-ids.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { query, type SqlClient, transaction } from '#platform/db.ts';
import { minIdAt, timeOfId } from '#platform/ids.ts';
import { receiptInTimeSql } from './match-sql.ts';

/** An accepted segment without a final receipt. */
export type OverdueSegment = {
  messageId: string;
  seq: number;
  carrierMessageId: string;
  sender: string;
  recipient: string;
  reference: number;
};

/** Longest time from accepting a message to its last receipt: 72 hours of validity, and 72 more. */
const windowMs = 144 * 3_600_000;

/** The later rounds ask after three times as long as those before. */
const growth = 3;

/** Messages that were accepted in this time are looked through at once: as many as a minute may have. */
const stepMs = 60_000;

/** A round in which carriers are asked: the age of its messages, and when they are left to the next one. */
type Round = { round: number; ageMs: number; nextMs: number };

/**
 * The first round asks about messages of the age of `afterSeconds`, the second when they are three times as old, until no
 * receipt would be accepted any more. Each goes over the messages in the order of their ids, so that nothing is stored
 * for a segment.
 */
function toRounds(afterSeconds: number): Round[] {
  const rounds: Round[] = [];
  for (let ageMs = afterSeconds * 1_000; ageMs < windowMs; ageMs *= growth) {
    rounds.push({ round: rounds.length, ageMs, nextMs: ageMs * growth });
  }
  return rounds;
}

const begin = `
  INSERT INTO carrier_query_rounds (carrier, round, asked_until)
  SELECT c.name, r.round, r.from_id FROM carriers AS c, unnest($2::smallint[], $3::text[]) AS r(round, from_id)
  WHERE c.name = $1
  ON CONFLICT DO NOTHING`;

/** The rounds that are due. */
const takeTurn = `
  SELECT r.round, r.asked_until AS "askedUntil"
  FROM carrier_query_rounds AS r
  JOIN unnest($2::smallint[], $3::text[]) AS due(round, before_id) ON due.round = r.round
  WHERE r.carrier = $1 AND r.asked_until < due.before_id
  FOR UPDATE OF r SKIP LOCKED`;

/**
 * With all segments of the last message, as the next turn begins behind it. What was submitted only just now is left to
 * the next round. Segments of ids that the carrier has used again since are left out: it would answer for the newer one.
 */
const find = `
  SELECT p.message_id AS "messageId", p.seq, p.carrier_message_id AS "carrierMessageId", m.sender, p.recipient, p.reference
  FROM message_parts AS p
  CROSS JOIN (SELECT now() AS received_at) AS r
  JOIN messages AS m ON m.id = p.message_id AND m.id > $2 AND m.id < $3 AND ${receiptInTimeSql('r', 'm')}
  WHERE p.carrier = $1 AND p.message_id > $2 AND p.message_id < $3
    AND p.submitted_at < now() - $5::float8 * interval '1 second'
    AND p.state IN ('sent', 'unknown') AND m.state IN ('sent', 'unknown')
    AND p.carrier_message_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM message_parts AS newer
      WHERE newer.carrier = p.carrier AND newer.carrier_message_id = p.carrier_message_id
        AND newer.submitted_at > p.submitted_at AND ${isLiveSql('newer.message_id', 6)})
  ORDER BY p.message_id FETCH FIRST ($4::int) ROWS WITH TIES`;

const endTurn = `
  UPDATE carrier_query_rounds SET asked_until = $3 WHERE carrier = $1 AND round = $2 RETURNING round`;

/**
 * Claims segments whose receipts are overdue, for this worker alone. If it does not ask, they come in the next round.
 *
 * @param afterSeconds the age of their messages in the first round
 * @param most as many, and the other segments of the last one's message
 * @returns null if no round is due; an empty list says that the next claim may find more
 */
export function claimOverdue(
  carrier: string,
  afterSeconds: number,
  most: number,
): Promise<OverdueSegment[] | null> {
  const rounds = toRounds(afterSeconds);
  const now = databaseClock.now();
  return transaction(async (tx) => {
    const turn = await takeTurnOf(carrier, rounds, now, tx);
    if (!turn) return null;
    const { round, from, to } = turn;
    const values = [carrier, from, to, most, afterSeconds, ...liveIds()];
    const found = await query<OverdueSegment>('overdue', find, values, tx);
    const last = found.length < most ? to : found.at(-1)?.messageId;
    await query('end-query-turn', endTurn, [carrier, round, last], tx);
    return found;
  });
}

type Turn = { round: number; from: string; to: string };

/** A round that is so late that the next one has begun leaves the rest to that. */
async function takeTurnOf(
  carrier: string,
  rounds: Round[],
  now: number,
  tx: SqlClient,
): Promise<Turn | null> {
  const numbers = rounds.map(({ round }) => round);
  const ends = rounds.map(({ ageMs }) => minIdAt('msg', now - ageMs));
  await query('begin-query-rounds', begin, [carrier, numbers, ends], tx);
  const due = rounds.map(({ ageMs }) => minIdAt('msg', now - ageMs - Math.min(stepMs, ageMs / 10)));
  const values = [carrier, numbers, due];
  type Row = { round: number; askedUntil: string };
  const found = await query<Row>('take-query-turn', takeTurn, values, tx);
  // The one that is latest for the age of its messages: a first round that is always due keeps none of the others waiting.
  const latenessOf = ({ round, askedUntil }: Row) =>
    (now - timeOfId(askedUntil)) / (rounds[round]?.ageMs ?? Number.POSITIVE_INFINITY);
  const [row] = found.toSorted((a, b) => latenessOf(b) - latenessOf(a));
  const round = row && rounds[row.round];
  if (!round) return null;
  const left = minIdAt('msg', now - round.nextMs);
  const [, from = left] = [row.askedUntil, left].sort();
  const end = Math.min(timeOfId(from) + stepMs, now - round.ageMs);
  return { round: round.round, from, to: minIdAt('msg', end) };
}
