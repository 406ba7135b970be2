import { query } from '#platform/db.server.ts';
import type { SubmitOutcome } from '../carriers/contract.ts';
import type { CarrierCounts } from './classify-health.ts';

/** Later than that is a late receipt, in milliseconds. */
const lateMs = 120_000;

/**
 * Messages of an account that are counted between two flushes. An account whose messages do not arrive, as it sends to
 * numbers that are not in use, must not take a carrier out for all others.
 */
const mostOfAccount = 3;

type Counting = CarrierCounts & { byAccount: Map<string, number> };

/** What this worker has counted since the last flush. */
let counting = new Map<string, Counting>();

function countsOf(carrier: string): Counting {
  let counts = counting.get(carrier);
  if (!counts) {
    counts = { submits: 0, failures: 0, settled: 0, delivered: 0, late: 0, byAccount: new Map() };
    counting.set(carrier, counts);
  }
  return counts;
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
  const counts = countsOf(carrier);
  const before = counts.byAccount.get(userId) ?? 0;
  if (before >= mostOfAccount) return;
  counts.byAccount.set(userId, before + 1);
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
export async function flushCarrierCounts(): Promise<void> {
  const counted = counting;
  counting = new Map();
  if (counted.size === 0) return;
  const rows = [...counted]
    .map(([carrier, { byAccount, ...counts }]) => ({ carrier, ...counts }))
    // The same order in all workers, so that two of them never wait for each other.
    .toSorted((a, b) => (a.carrier < b.carrier ? -1 : 1));
  await query('count-carrier', add, [JSON.stringify(rows)]);
}

/** Removes what nobody looks at any more. @returns how many rows */
export async function purgeCarrierMinutes(): Promise<number> {
  const removed = await query(
    'purge-carrier-minutes',
    `DELETE FROM carrier_minutes WHERE minute < now() - interval '1 day' RETURNING carrier`,
    [],
  );
  return removed.length;
}
