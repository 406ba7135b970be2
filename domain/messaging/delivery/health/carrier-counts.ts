import { query } from '#platform/db.ts';
import type { SubmitOutcome } from '../carriers/contract.ts';
import type { CarrierCounts } from './classify-health.ts';

/** Later than that is a late receipt, in milliseconds. */
const lateMs = 120_000;

/**
 * Messages of an account that this worker counts in a minute. An account whose messages do not arrive, as it sends to
 * numbers that are not in use, must not take a carrier out for all others: alone it does not reach the least number of
 * settled messages (`classify-health.ts`) with up to three workers.
 */
const mostOfAccount = 2;
const minuteMs = 60_000;

/** What this worker has counted since the last flush. */
let counting = new Map<string, CarrierCounts>();

/** How many messages of each carrier and account it has counted in this minute. */
let ofAccounts = { minute: 0, counts: new Map<string, number>() };

function countsOf(carrier: string): CarrierCounts {
  let counts = counting.get(carrier);
  if (!counts) {
    counts = { submits: 0, failures: 0, settled: 0, delivered: 0, late: 0 };
    counting.set(carrier, counts);
  }
  return counts;
}

/** Whether another message of the account counts in this minute. */
function mayCount(carrier: string, userId: string): boolean {
  const minute = Math.floor(performance.now() / minuteMs);
  if (ofAccounts.minute !== minute) ofAccounts = { minute, counts: new Map() };
  const key = `${carrier} ${userId}`;
  const before = ofAccounts.counts.get(key) ?? 0;
  ofAccounts.counts.set(key, before + 1);
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
export async function flushCarrierCounts(): Promise<void> {
  const counted = counting;
  counting = new Map();
  if (counted.size === 0) return;
  const rows = [...counted]
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
