import { query } from '#platform/db.ts';
import { perInstance } from '#platform/instance.ts';
import { logger } from '#platform/logger.ts';
import type { SubmitOutcome } from '../carriers/contract.ts';

/** How often, in milliseconds. */
const everyMs = 5_000;

/** A minute that began before a carrier was out is not of the time since then. */
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

/** What was counted of a carrier: over 15 minutes, or since it is out if that is less. */
export type CarrierCounts = {
  submits: number;
  /** Not answered, or refused for a reason of the carrier's. */
  failures: number;
  /** Messages that receipts settled. */
  settled: number;
  delivered: number;
  /** Settled more than two minutes after they were sent. */
  late: number;
};

/** Fewer say nothing, in submits and in settled messages. */
const enough = { submits: 50, settled: 100 };

/** From when on a carrier is out, as parts of what was counted. */
const bad = { failures: 0.5, delivered: 0.3, late: 0.5 };

/** A carrier that is out gets few messages: so many, and better ones than that, bring it back. */
const enoughProbes = { submits: 20, settled: 10 };
const good = { failures: 0.2, delivered: 0.5, late: 0.3 };

/** After this time it is tried in full again, also where too few messages came to tell, in milliseconds. */
export const outAtMostMs = 15 * 60_000;

const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)} %`;

/** Says why a carrier does badly; null if it does well, or too little is known. */
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

/** Whether a carrier that is out does well again, by what was counted since then. */
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

/** Later than that is a late receipt, in milliseconds. */
const lateMs = 120_000;

/**
 * Messages of an account that this worker counts in a minute. An account whose messages do not arrive, as it sends to
 * numbers that are not in use, must not take a carrier out for all others: alone it does not reach the least number of
 * settled messages (`check-health.ts`) with up to three workers.
 */
const mostOfAccount = 2;
const minuteMs = 60_000;

/** What this worker has counted. */
const counted = perInstance(() => ({
  /** By carrier, since the last flush. */
  carriers: new Map<string, CarrierCounts>(),
  /** How many messages of each carrier and account, in this minute. */
  ofAccounts: { minute: 0, counts: new Map<string, number>() },
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

/** Whether another message of the account counts in this minute. */
function mayCount(carrier: string, userId: string): boolean {
  const minute = Math.floor(performance.now() / minuteMs);
  const own = counted();
  if (own.ofAccounts.minute !== minute) own.ofAccounts = { minute, counts: new Map() };
  const { counts } = own.ofAccounts;
  const key = `${carrier} ${userId}`;
  const before = counts.get(key) ?? 0;
  counts.set(key, before + 1);
  return before < mostOfAccount;
}

/** Refusals that are not for what the message is. Throttled is not among them: it says that we send too much. */
const carriersOwn = new Set(['temporary', 'limited_retry', 'bind_lost']);

/** Counts a submit. */
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

/** Counts a message that a receipt has settled; others have no state. */
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

/** Adds what was counted since the last flush to that of the other workers. What cannot be written is forgotten. */
async function flushCarrierCounts(): Promise<void> {
  const own = counted();
  const { carriers } = own;
  own.carriers = new Map();
  if (carriers.size === 0) return;
  const rows = [...carriers]
    .map(([carrier, counts]) => ({ carrier, ...counts }))
    // The same order in all workers, so that two of them never wait for each other.
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
 * Takes carriers out that do badly, and brings those back that do well again. All workers look; the first that sees it
 * changes the row, which all follow.
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
      if (changed.length > 0) logger.info({ carrier: name, ...counts }, 'carrier is used again');
      continue;
    }
    const problem = findProblem(counts);
    if (problem === null) continue;
    const changed = await query('take-carrier-out', takeOut, [name, problem]);
    if (changed.length > 0) {
      logger.error({ carrier: name, problem }, 'carrier is out: others are tried before it');
    }
  }
}

/** Checks until it is stopped. @returns stops it */
export function startHealthChecks(): () => void {
  let isChecking = false;
  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    checkCarrierHealth()
      .catch((error) => logger.debug({ error }, 'the health of carriers was not checked'))
      .finally(() => {
        isChecking = false;
      });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
