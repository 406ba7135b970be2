import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import type { Lane } from './carriers/contract.ts';

/**
 * Rows that are read: with one validity for all, those that expire first are the oldest. More would
 * be slow, and there are never so many OTPs, which expire first.
 */
const maxRows = 10_000;

/**
 * Messages that were attempted are left out: the carrier rejected them temporarily, they may wait
 * up to their validity, and would hide whether the others move.
 */
const statement = `
  SELECT kind, min(created_at) AS since FROM (
    SELECT kind, created_at, attempts FROM messages WHERE state = 'queued'
    ORDER BY valid_until LIMIT ${maxRows}) AS first
  WHERE attempts = 0 GROUP BY kind`;

type Row = { kind: 'otp' | 'message'; since: Date };

/**
 * How long the oldest message of each lane has waited for its first attempt.
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
