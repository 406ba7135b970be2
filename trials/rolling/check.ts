import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Fleet } from '../stack/fleet.ts';
import type { CallerTotals } from './classify-responses.ts';

/** How long the states may stay the same before the rest counts as lost. */
const timeoutMs = 30_000;

const stateCounts = 'SELECT state::text, count(*)::int FROM messages WHERE user_id = $1 GROUP BY 1';

const used = `
  SELECT sum(messages_used)::int AS messages, sum(api_calls_used)::int AS calls
  FROM usage_periods WHERE user_id = $1`;

export type FinalStates = { delivered: number; unknown: number; doubled: number };

/**
 * Waits until every message has a final state, then compares the callers' responses, the database and
 * the carrier's counters.
 *
 * @returns the messages' final states, and a sentence for each difference
 */
export async function checkFinalStates(
  { database, userId }: { database: string; userId: string },
  fleet: Fleet,
  totals: CallerTotals,
): Promise<{ finalStates: FinalStates; problems: string[] }> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    const readStates = async (): Promise<Record<string, number>> => {
      const { rows } = await client.query(stateCounts, [userId]);
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
    };
    const states = await waitForFinalStates(readStates);
    const { delivered = 0, unknown = 0 } = states;
    const { rows } = await client.query(used, [userId]);
    const carrier = await fleet.sandbox.totals();
    const stored = Object.values(states).reduce((sum, count) => sum + count, 0);
    const expected: [string, number, number][] = [
      ['messages stored', stored, totals.accepted],
      ['messages delivered or unknown', delivered + unknown, totals.accepted],
      ['messages charged', rows[0].messages, totals.accepted],
      ['API calls charged', rows[0].calls, totals.calls],
      ['messages submitted twice', carrier.duplicates, 0],
      // The sandbox sends a receipt for each accepted submit, so a message that stays unknown was never submitted.
      ['messages that the carrier accepted', carrier.distinct, delivered],
    ];
    const problems = expected
      .filter(([, found, wanted]) => found !== wanted)
      .map(([what, found, wanted]) => `${what}: ${found}, expected ${wanted}`);
    return { finalStates: { delivered, unknown, doubled: carrier.duplicates }, problems };
  } finally {
    await client.end();
  }
}

/** Waits until all states are final, or have not changed for `timeoutMs`. */
async function waitForFinalStates(readStates: () => Promise<Record<string, number>>) {
  let last = '';
  let movedAt = performance.now();
  for (;;) {
    const states = await readStates();
    const { queued, submitting, sent } = states;
    if (!queued && !submitting && !sent) return states;
    const now = JSON.stringify(states);
    if (now !== last) movedAt = performance.now();
    else if (performance.now() - movedAt > timeoutMs) return states;
    last = now;
    await pause(200);
  }
}
