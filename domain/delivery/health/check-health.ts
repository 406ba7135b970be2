import { query } from '#platform/db.ts';
import { perInstance } from '#platform/instance.ts';
import { logger } from '#platform/logger.ts';
import type { SubmitOutcome } from '../carriers/contract.ts';
import { countWorkers } from '../queue/worker-heartbeat.ts';

/** Interval between checks, in milliseconds. */
const everyMs = 5_000;

/**
 * Counts are stored per minute. The minute in which the carrier was taken out, or brought back, does not count, because part of
 * that minute was before the change.
 */
const select = `
  SELECT c.name, c.out_since IS NOT NULL AS "isOut",
    coalesce(extract(epoch FROM now() - c.out_since) * 1000, 0)::float8 AS "outForMs",
    coalesce(sum(m.submits), 0)::int AS submits, coalesce(sum(m.failures), 0)::int AS failures,
    coalesce(sum(m.settled), 0)::int AS settled, coalesce(sum(m.delivered), 0)::int AS delivered,
    coalesce(sum(m.late), 0)::int AS late
  FROM carriers AS c LEFT JOIN carrier_minutes AS m ON m.carrier = c.name
    AND m.minute > now() - interval '15 minutes' AND m.minute >= coalesce(c.out_since, '-infinity')
    AND m.minute >= coalesce(c.back_since, '-infinity')
  GROUP BY c.id`;

/** Counts of a carrier over the last 15 minutes, or since it was taken out or brought back if that is more recent. */
export type CarrierCounts = {
  submits: number;
  /** Submits that the carrier did not answer, or refused for a reason on its side. */
  failures: number;
  /** Messages whose final state came from a receipt. */
  settled: number;
  delivered: number;
  /** Messages settled more than two minutes after they were sent. */
  late: number;
};

/** Minimum number of submits and of settled messages for a decision. */
const enough = { submits: 50, settled: 100 };

/**
 * A carrier is unhealthy if more than half of its submits fail, if fewer than 30% of its settled messages are delivered, or if
 * more than half of them are settled late.
 */
const bad = { failures: 0.5, delivered: 0.3, late: 0.5 };

/**
 * The counts and limits by which a carrier that is out counts as healthy again. It gets few messages, so smaller counts
 * are enough for the decision.
 */
const enoughProbes = { submits: 20, settled: 10 };
const good = { failures: 0.2, delivered: 0.5, late: 0.3 };

/** After this time, in milliseconds, the carrier is used fully again even if there were too few messages to decide. */
export const outAtMostMs = 15 * 60_000;

const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)} %`;

/** Says why a carrier is unhealthy; returns null if it is healthy or the counts are too small to decide. */
export function findProblem({
  submits,
  failures,
  settled,
  delivered,
  late,
}: CarrierCounts): string | null {
  if (submits >= enough.submits && failures > submits * bad.failures) {
    return `${percent(failures, submits)} of ${submits} submits failed`;
  }
  if (settled < enough.settled) return null;
  if (delivered < settled * bad.delivered) {
    return `${percent(delivered, settled)} of ${settled} messages were delivered`;
  }
  if (late > settled * bad.late) {
    return `${percent(late, settled)} of ${settled} receipts took more than two minutes`;
  }
  return null;
}

/** Whether a carrier that was taken out is healthy again, by the counts since then. */
export function hasRecovered(
  { submits, failures, settled, delivered, late }: CarrierCounts,
  outForMs: number,
): boolean {
  if (outForMs >= outAtMostMs) return true;
  if (submits < enoughProbes.submits || failures > submits * good.failures) return false;
  if (settled < enoughProbes.settled) return false;
  return delivered >= settled * good.delivered && late <= settled * good.late;
}

type Row = CarrierCounts & { name: string; isOut: boolean; outForMs: number };

const takeOut = `
  UPDATE carriers SET out_since = now(), out_reason = $2 WHERE name = $1 AND out_since IS NULL RETURNING name`;

const bringBack = `
  UPDATE carriers SET out_since = NULL, out_reason = NULL, back_since = now()
  WHERE name = $1 AND out_since IS NOT NULL RETURNING name`;

const minuteMs = 60_000;

/** A receipt is late after this time, in milliseconds. */
const lateMs = 120_000;

/**
 * Returns how many messages of one account each worker counts per carrier and period. This limit protects other accounts from an
 * account that sends to unused phone numbers: with up to 45 workers, one account alone stays below the 100 settled messages in
 * 15 minutes that are needed to take a carrier out.
 *
 * @param workers the number of running workers
 */
export function limitOfAccount(workers: number): { messages: number; periodMs: number } {
  if (workers <= 3) return { messages: 2, periodMs: minuteMs };
  return { messages: 1, periodMs: Math.ceil(workers / 2) * minuteMs };
}

/** The counts of this worker. */
const counted = perInstance(() => ({
  /** By carrier, since the last flush. */
  carriers: new Map<string, CarrierCounts>(),
  /** Messages of each carrier and account in this period. */
  ofAccounts: { period: 0, counts: new Map<string, number>() },
}));

function countsOf(carrier: string): CarrierCounts {
  const { carriers } = counted();
  let counts = carriers.get(carrier);
  if (!counts) {
    counts = { submits: 0, failures: 0, settled: 0, delivered: 0, late: 0 };
    carriers.set(carrier, counts);
  }
  return counts;
}

/** Whether this message of the account still counts in this period. Each call counts one message. */
function mayCount(carrier: string, userId: string): boolean {
  const { messages, periodMs } = limitOfAccount(countWorkers());
  const period = Math.floor(performance.now() / periodMs);
  const own = counted();
  if (own.ofAccounts.period !== period) own.ofAccounts = { period, counts: new Map() };
  const { counts } = own.ofAccounts;
  const key = `${carrier} ${userId}`;
  const before = counts.get(key) ?? 0;
  counts.set(key, before + 1);
  return before < messages;
}

/** Refusals caused by the carrier. `throttled` is not in the list, because this refusal means that we exceeded the rate. */
const carriersOwn = new Set(['temporary', 'limited_retry', 'bind_lost']);

export function countSubmit(carrier: string, outcome: SubmitOutcome): void {
  if (outcome.kind === 'not_sent') return;
  const counts = countsOf(carrier);
  counts.submits += 1;
  const isRefused = outcome.kind === 'refused' && carriersOwn.has(outcome.refusal);
  if (isRefused || outcome.kind === 'unanswered') counts.failures += 1;
}

type Settled = {
  carrier: string;
  userId: string | null;
  state: string | null;
  sentAt: Date | null;
  settledAt: Date | null;
};

/** Counts a message that a receipt has settled. A receipt that settled no message has no state and is not counted. */
export function countSettled({ carrier, userId, state, sentAt, settledAt }: Settled): void {
  if (state === null || userId === null) return;
  if (!mayCount(carrier, userId)) return;
  const counts = countsOf(carrier);
  counts.settled += 1;
  if (state === 'delivered') counts.delivered += 1;
  if (sentAt && settledAt && settledAt.getTime() - sentAt.getTime() > lateMs) counts.late += 1;
}

const add = `
  INSERT INTO carrier_minutes AS m (carrier, minute, submits, failures, settled, delivered, late)
  SELECT carrier, date_trunc('minute', now()), submits, failures, settled, delivered, late
  FROM json_to_recordset($1::json) AS c(
    carrier text, submits int, failures int, settled int, delivered int, late int)
  ON CONFLICT (carrier, minute) DO UPDATE SET
    submits = m.submits + excluded.submits, failures = m.failures + excluded.failures,
    settled = m.settled + excluded.settled, delivered = m.delivered + excluded.delivered,
    late = m.late + excluded.late`;

/**
 * Adds this worker's counts since the last flush to the counts of the other workers. Counts that cannot be written are dropped.
 */
async function flushCarrierCounts(): Promise<void> {
  const own = counted();
  const { carriers } = own;
  own.carriers = new Map();
  if (carriers.size === 0) return;
  const rows = [...carriers]
    .map(([carrier, counts]) => ({ carrier, ...counts }))
    // The same order in all workers prevents deadlocks.
    .toSorted((a, b) => (a.carrier < b.carrier ? -1 : 1));
  await query('count-carrier', add, [JSON.stringify(rows)]);
}

/** Deletes counts past their retention. @returns how many rows */
export async function purgeCarrierMinutes(): Promise<number> {
  const removed = await query(
    'purge-carrier-minutes',
    `DELETE FROM carrier_minutes WHERE minute < now() - interval '1 day' RETURNING carrier`,
    [],
  );
  return removed.length;
}

/**
 * Takes unhealthy carriers out, and brings healthy ones back. All workers check. The first worker that finds a change updates
 * the row, and all workers read this row.
 */
export async function checkCarrierHealth(): Promise<void> {
  await flushCarrierCounts();
  for (const { name, isOut, outForMs, ...counts } of await query<Row>(
    'carrier-health',
    select,
    [],
  )) {
    if (isOut) {
      if (!hasRecovered(counts, outForMs)) continue;
      const changed = await query('bring-carrier-back', bringBack, [name]);
      if (changed.length > 0) logger.info({ carrier: name, ...counts }, 'carrier is healthy again');
      continue;
    }
    const problem = findProblem(counts);
    if (problem === null) continue;
    const changed = await query('take-carrier-out', takeOut, [name, problem]);
    if (changed.length > 0) {
      logger.error({ carrier: name, problem }, 'carrier is unhealthy and tried last');
    }
  }
}

/** Checks repeatedly. @returns a function that stops it */
export function startHealthChecks(): () => void {
  let isChecking = false;
  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    checkCarrierHealth()
      .catch((error) => logger.debug({ error }, 'could not check the health of the carriers'))
      .finally(() => {
        isChecking = false;
      });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
