import { afterAll, expect, test } from 'vitest';
import { endpoints } from '#app/api/all-endpoints.server.ts';
import { getOpenApiDocument } from '#app/api/openapi.server.ts';
import { databaseSettings } from '#platform/db.ts';
import { redisSettings } from '#platform/redis.ts';
import { checkAfterFuzz } from '#trials/fuzz/check-after-fuzz.ts';
import { createFuzzContext } from '#trials/fuzz/fuzz-context.ts';
import { formatFindings } from '#trials/fuzz/report.ts';
import { isEndpoint, readRoutes } from '#trials/fuzz/routes.ts';
import { runFuzz } from '#trials/fuzz/run-fuzz.ts';
import { startProbedStack } from '../harness/probe.ts';

afterAll(() => stack.stop());

const { DATABASE_URL } = databaseSettings;
const { REDIS_URL } = redisSettings;
const stack = await startProbedStack({ services: { DATABASE_URL, REDIS_URL } });
const context = await createFuzzContext(stack);

const covered = new Set(context.targets.map(({ covers }) => covers));

test('the fuzzer covers every endpoint of the OpenAPI document', () => {
  const all = [...endpoints, getOpenApiDocument].map(({ method, path }) => `${method} ${path}`);
  expect(all.filter((operation) => !covered.has(operation))).toEqual([]);
});

test('the fuzzer covers every form action of the build', async () => {
  const actions = (await readRoutes()).filter((route) => route.hasAction && !isEndpoint(route));
  const all = actions.map(({ id }) => id);
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter((action) => !covered.has(action))).toEqual([]);
});

test.each(['twilio', 'msg91', 'hooks'])(
  'for each call of %s, at least one of the fuzzer’s requests succeeds',
  async (only) => {
    // Each round begins with new codes, which only one request can use.
    const round = 20;
    const targets = context.targets.filter(({ name }) => name.startsWith(`${only} `));
    const requests = 5 * round * targets.length;
    const { totals } = await runFuzz(context, { seed: 1, requests, only, round, concurrency: 4 });
    expect(totals.size).toBe(targets.length);
    expect([...totals].filter(([, { succeeded }]) => succeeded === 0)).toEqual([]);
  },
  120_000,
);

test('hostile requests get documented responses, violate no invariant and never reach another account', async () => {
  const seed = 1;
  const before = await context.victim.readRows();
  const run = await runFuzz(context, { seed, requests: 1_000, round: 20, concurrency: 4 });
  context.close();
  const broken = await checkAfterFuzz(stack, context, before);
  expect(formatFindings(run, broken, seed).join('\n\n')).toBe('');
}, 300_000);
