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

/** How often a worker looks for overdue receipts, in milliseconds. */
const everyMs = 1_000;

/**
 * Delay before the next claim, in milliseconds, if the last claim found no overdue receipts but there are more messages to
 * scan.
 */
const stepMs = 50;

/** How long a carrier is not queried after it gave no answer or its answers could not be recorded, in milliseconds. */
const restMs = 60_000;

/**
 * Statuses of a failed query that affect only the queried message: ESME_RINVMSGID and ESME_RQUERYFAIL. 0 means that the carrier
 * answered about another message.
 */
const ofTheMessage = new Set([0, 0x0c, 0x67]);

const queries = counter<'carrier' | 'outcome'>({
  name: 'dakiya_queries_total',
  help: 'Queries to carriers about segments without a receipt, by outcome.',
  labelNames: ['carrier', 'outcome'],
});

type Queries = NonNullable<Carrier['queries']>;

/**
 * Queries carriers for missing receipts if they offer queries. The answers are recorded like receipts. Queries only use the
 * part of the licensed rate that messages do not use, and never exceed the carrier's limit for queries.
 *
 * @param list returns the current carriers
 * @returns a function that stops the queries
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
      // PostgreSQL or Redis is unavailable. The next round will query the claimed segments.
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

/** Each round queries messages that are three times as old as the messages of the previous round. */
const growth = 3;

/** A claim scans the messages that were accepted within this span, in milliseconds. */
const scannedSpanMs = 60_000;

/** A round of queries: the age at which it queries messages, and the age at which the next round queries them. */
type Round = { round: number; ageMs: number; nextMs: number };

/**
 * The first round queries messages at the age of `afterSeconds`, the second at three times that age, and so on until receipts
 * are no longer accepted. Each round goes through the messages in the order of their ids, so that only the round's position has
 * to be stored, and nothing per segment.
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
 * Returns all segments of the last message (WITH TIES), because the next claim begins after this message. Leaves recently
 * submitted segments to the next round. Leaves out segments whose id the carrier has reused, because the carrier would answer
 * about the newer segment.
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
 * Claims segments whose receipts are overdue, so that only this worker queries them. If the queries fail, the next
 * round queries the segments again.
 *
 * @param afterSeconds the age of messages in the first round
 * @param most maximum number of segments; the remaining segments of the last message are returned in addition
 * @returns null if no round is due; an empty list if this claim found no segments but the next claim may find some
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

/** Locks the most overdue round. Skips messages that are already old enough for the next round, which will query them. */
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
  // Chooses the round whose lateness is largest in proportion to the age of its messages. Otherwise the first round, which may
  // always be due, would delay the other rounds.
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

/** @returns the reason to stop querying the carrier for now; null if no receipt is overdue */
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

/** Waits until the query limit, which all workers share, allows a query. @throws while Redis is down */
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
    // With the reference, the answer settles this segment even if others have the same carrier id.
    reference: segment.reference,
  });
}
