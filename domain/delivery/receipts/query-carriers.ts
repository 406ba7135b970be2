import { setTimeout as pause } from 'node:timers/promises';
import { isLiveSql, liveIds } from '#domain/messaging/months/live-ids.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { query, type SqlClient, transaction } from '#platform/db.ts';
import { minIdAt, timeOfId } from '#platform/ids.ts';
import { takeTokens } from '#platform/limits/shared-rate.ts';
import { logger } from '#platform/logger.ts';
import { counter } from '#platform/metrics/instruments.ts';
import type { Carrier, QueryOutcome } from '../carriers/contract.ts';
import { countWorkers } from '../queue/worker-heartbeat.ts';
import { receiptInTimeSql } from './match-sql.ts';
import { recordAnswer } from './receive-receipt.ts';

/** How often a worker looks whether receipts are overdue, in milliseconds. */
const everyMs = 1_000;

/** Between two looks that go over submits without overdue receipts, in milliseconds. */
const stepMs = 50;

/** How long a carrier is left alone that did not answer, or whose answers cannot be recorded, in milliseconds. */
const restMs = 60_000;

/** Statuses that are about the one message: ESME_RINVMSGID and ESME_RQUERYFAIL; 0 is an answer for another message. */
const ofTheMessage = new Set([0, 0x0c, 0x67]);

const queries = counter<'carrier' | 'outcome'>({
  name: 'dakiya_queries_total',
  help: 'Segments without a receipt that a carrier was asked about, by outcome.',
  labelNames: ['carrier', 'outcome'],
});

type Queries = NonNullable<Carrier['queries']>;

/**
 * Asks carriers that offer it for receipts that have not come, until it is stopped. The answers are recorded as receipts
 * are. Only what messages leave of the licensed rate is used, and never more than the carrier's queries may take.
 *
 * @param list the carriers at the time
 * @returns stops it
 */
export function startQueries(list: () => readonly Carrier[]): () => void {
  const stopping = new AbortController();
  const asking = new Set<string>();
  const restingUntil = new Map<string, number>();

  const rest = (name: string) => restingUntil.set(name, performance.now() + restMs);

  async function ask(carrier: Carrier, settings: Queries): Promise<void> {
    try {
      const problem = await askUntilNoneIsDue(carrier, settings, stopping.signal);
      if (!problem || stopping.signal.aborted) return;
      rest(carrier.name);
      logger.warn({ carrier: carrier.name, ...problem }, 'carrier does not respond to queries');
    } catch (error) {
      // PostgreSQL or Redis is unavailable: what was claimed is queried in the next round.
      rest(carrier.name);
      logger.warn(
        { error, carrier: carrier.name },
        'could not query a carrier about overdue receipts',
      );
    } finally {
      asking.delete(carrier.name);
    }
  }

  const timer = setInterval(() => {
    for (const carrier of list()) {
      const { name, queries: settings } = carrier;
      if (!settings || !carrier.usable() || asking.has(name)) continue;
      if (performance.now() < (restingUntil.get(name) ?? 0)) continue;
      asking.add(name);
      void ask(carrier, settings);
    }
  }, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    stopping.abort();
  };
}

type Problem = { kind: QueryOutcome['kind']; status?: number };

/** An accepted segment without a final receipt. */
type OverdueSegment = {
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
const scannedSpanMs = 60_000;

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
  const due = rounds.map(({ ageMs }) =>
    minIdAt('msg', now - ageMs - Math.min(scannedSpanMs, ageMs / 10)),
  );
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
  const end = Math.min(timeOfId(from) + scannedSpanMs, now - round.ageMs);
  return { round: round.round, from, to: minIdAt('msg', end) };
}

/** @returns why the carrier is not asked any more for now, if it is not that nothing is overdue */
async function askUntilNoneIsDue(
  carrier: Carrier,
  { afterSeconds, perSecond }: Queries,
  signal: AbortSignal,
): Promise<Problem | null> {
  while (!signal.aborted && carrier.usable()) {
    const segments = await claimOverdue(carrier.name, afterSeconds, perSecond);
    if (!segments) return null;
    if (segments.length === 0) await pause(stepMs, undefined, { ref: false });
    for (const segment of segments) {
      await untilAllowed(carrier.name, perSecond, signal);
      const outcome = await carrier.query(segment, signal);
      await handle(carrier.name, segment, outcome);
      if (outcome.kind === 'not_sent') return null;
      if (outcome.kind === 'unanswered') return { kind: outcome.kind };
      if (outcome.kind === 'refused' && !ofTheMessage.has(outcome.status)) return outcome;
    }
  }
  return null;
}

/** Waits until all workers together have asked no more than they may. @throws while Redis is down */
async function untilAllowed(carrier: string, perSecond: number, signal: AbortSignal) {
  const key = `carrier:${carrier}:queries`;
  const one = { burst: 1, want: 1, keep: 0, cut: false };
  while (!signal.aborted) {
    const { granted, waitMs } = await takeTokens({
      ...{ key, perSecond, processes: countWorkers() },
      ...one,
    });
    if (granted > 0) return;
    await pause(Math.max(1, waitMs), undefined, { ref: false });
  }
}

async function handle(
  carrier: string,
  segment: OverdueSegment,
  outcome: QueryOutcome,
): Promise<void> {
  if (outcome.kind === 'not_sent') return;
  queries.inc({ carrier, outcome: outcome.kind === 'answered' ? outcome.state : outcome.kind });
  if (outcome.kind !== 'answered') return;
  const { kind, ...answer } = outcome;
  await recordAnswer({
    ...{ carrier, carrierMessageId: segment.carrierMessageId, ...answer },
    recipient: segment.recipient.slice(1),
    // Settles this segment, even if others have the same carrier id.
    reference: segment.reference,
  });
}
