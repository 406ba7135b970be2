import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Fleet } from './fleet.ts';
import type { CallerTotals } from './send-load.ts';

/** How long nothing may move before the rest is given up for lost. */
const patienceMs = 30_000;

const stateCounts = 'SELECT state::text, count(*)::int FROM messages WHERE user_id = $1 GROUP BY 1';

const used = `
  SELECT sum(messages_used)::int AS messages, sum(api_calls_used)::int AS calls
  FROM usage_periods WHERE user_id = $1`;

export type FinalStates = { delivered: number; unknown: number; doubled: number };

/**
 * Waits until every message has come to an end, then compares what the callers were told, what the
 * database says and what the carrier took.
 *
 * @returns how the messages ended, and what does not agree, a sentence each
 */
export async function checkFinalStates(
  { database, userId }: { database: string; userId: string },
  fleet: Fleet,
  seen: CallerTotals,
): Promise<{ ends: FinalStates; faults: string[] }> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    const look = async (): Promise<Record<string, number>> => {
      const { rows } = await client.query(stateCounts, [userId]);
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
    };
    const states = await settled(look);
    const { delivered = 0, unknown = 0 } = states;
    const { rows } = await client.query(used, [userId]);
    const carrier = await fleet.carrier();
    const stored = Object.values(states).reduce((sum, count) => sum + count, 0);
    const expected: [string, number, number][] = [
      ['messages stored', stored, seen.accepted],
      ['messages delivered or unknown', delivered + unknown, seen.accepted],
      ['messages charged', rows[0].messages, seen.accepted],
      ['API calls charged', rows[0].calls, seen.calls],
      ['messages handed in twice', carrier.duplicates, 0],
      // The sandbox sends a receipt for whatever it takes: what is unknown to the end never left.
      ['messages that the carrier took', carrier.distinct, delivered],
    ];
    const faults = expected
      .filter(([, found, wanted]) => found !== wanted)
      .map(([what, found, wanted]) => `${what}: ${found}, where ${wanted} were expected`);
    return { ends: { delivered, unknown, doubled: carrier.duplicates }, faults };
  } finally {
    await client.end();
  }
}

/** The states when none is left on its way, or nothing has moved for long. */
async function settled(look: () => Promise<Record<string, number>>) {
  let last = '';
  let movedAt = performance.now();
  for (;;) {
    const states = await look();
    const { queued, submitting, sent } = states;
    if (!queued && !submitting && !sent) return states;
    const now = JSON.stringify(states);
    if (now !== last) movedAt = performance.now();
    else if (performance.now() - movedAt > patienceMs) return states;
    last = now;
    await pause(200);
  }
}
