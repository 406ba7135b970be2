import { afterAll, expect, test } from 'vitest';
import { deliverWithKannel, missingKannelPrograms } from '#bench/kannel.ts';
import { compareRows } from '#bench/rows.ts';
import { simulate } from '#bench/sizing.ts';
import { databaseSettings } from '#platform/db.ts';
import type { RegisterPart } from '#scripts/stack/supervise.ts';
import { collectLogProblems } from '../harness/stack.ts';

const stops: (() => Promise<unknown>)[] = [];
const register: RegisterPart = (...parts) => {
  stops.push(...parts.map((part) => () => part.stop()));
};
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});

const missing = missingKannelPrograms();

test.skipIf(missing.length > 0)(
  `the bench delivers messages with Kannel, and gets a callback for each message${missing.length > 0 ? ` (skipped: ${missing.join(', ')} missing)` : ''}`,
  async () => {
    const sizes = { warmUp: 20, messages: 50 };
    const { DATABASE_URL } = databaseSettings;
    expect(await deliverWithKannel(DATABASE_URL, sizes)).toBeGreaterThan(0);
  },
  60_000,
);

test('the bench compares pages, acceptance and delivery between few and many messages without an error', async () => {
  const logProblems = collectLogProblems();
  const { tables, errors } = await compareRows({ register, logProblems }, 4_000, {
    few: 2_000,
    months: 2,
    pages: { warmUp: 1, rounds: 1 },
    sends: { rounds: 1, single: 100, delivered: 200 },
  });
  expect([...errors, ...logProblems.errors]).toEqual([]);
  expect(tables.join('\n')).toMatch(
    /from the middle on[\s\S]*accepted, one per request[\s\S]*delivered/,
  );
}, 300_000);

test('the simulation of machines gives the times that queueing theory predicts for one queue, and detects a machine that is too small', () => {
  const ms = { web: 1, PostgreSQL: 0, Redis: 0, worker: 0 };
  const machine = { web: 1, PostgreSQL: 1, Redis: 1, worker: 1 };
  const traffic = { what: 'one per request', perRequest: 1, ms };
  const half = simulate(traffic, machine, 500);
  expect(half.isEnough).toBe(true);
  expect(half.busy.web).toBeCloseTo(0.5, 1);
  // For the queueing model M/M/1, the time of a request in the system is exponentially distributed, with a mean of 1 /
  // (1 - 0.5) ms.
  expect(half.p50 / (Math.LN2 * 2)).toBeCloseTo(1, 0);
  expect(half.p99 / (Math.log(100) * 2)).toBeCloseTo(1, 0);
  expect(simulate(traffic, machine, 1_200).isEnough).toBe(false);
});
