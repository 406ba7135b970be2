import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import type { Lane } from './carriers/contract.ts';

/**
 * Rows that are looked at: with one validity for all, those whose validity is over first are the oldest. More
 * would not be cheap, and of codes, which come first, there are never so many.
 */
const most = 10_000;

/**
 * What was tried and refused for now is left out: it waits because the carrier wants it, up to its validity,
 * and would hide whether the others move.
 */
const statement = `
  SELECT kind, min(created_at) AS since FROM (
    SELECT kind, created_at, attempts FROM messages WHERE state = 'queued'
    ORDER BY valid_until LIMIT ${most}) AS first
  WHERE attempts = 0 GROUP BY kind`;

type Row = { kind: 'otp' | 'message'; since: Date };

/**
 * How long the oldest message of each lane has waited for its first try.
 *
 * @returns seconds; 0 if none waits
 */
export async function oldestQueuedAgeSeconds(): Promise<Record<Lane, number>> {
  const rows = await query<Row>('oldest-waiting', statement, []);
  const now = clock.now().getTime();
  const age = (wanted: Row['kind']) => {
    const since = rows.find(({ kind }) => kind === wanted)?.since.getTime() ?? now;
    return Math.max(0, now - since) / 1_000;
  };
  return { otp: age('otp'), messages: age('message') };
}
