import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CountedOutcome } from '#domain/delivery/stats/count-outcomes.ts';
import { purgeDeliveryStats, rollUpDeliveryStats } from '#domain/delivery/stats/keep-stats.ts';
import {
  type CarrierFigures,
  readCarrierFigures,
  readPrefixFigures,
} from '#domain/delivery/stats/read-delivery-stats.ts';
import { countOutcome, flushCounts } from '#domain/delivery/stats/write-counts.ts';
import { latencyBucketSql } from '#domain/messaging/stats/latency-buckets.ts';
import { prisma, query } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import {
  carrierConfig,
  carriers,
  reacher,
  startSmsc,
  startWithoutWorker,
} from '../harness/product.ts';
import { startWorker, startWorkerProcess } from '../harness/programs.ts';
import { until } from '../harness/until.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import {
  acceptTestMessage,
  recordTestAttempt,
  recordTestLateResponse,
  toCaller,
} from '../support/message-fixtures.ts';
import { createRandom } from '../support/random.ts';
import { aTestKeyOf } from '../support/test-key.ts';

const hourMs = 3_600_000;
const inAll = { from: new Date(0), to: new Date('2100-01-01') };

beforeEach(async () => {
  await flushCounts();
  await prisma.deliveryStat.deleteMany();
  await prisma.deliveryHourStat.deleteMany();
  await prisma.deliveryPrefixStat.deleteMany();
});
afterEach(() => vi.restoreAllMocks());

const outcome: CountedOutcome = {
  ...{ carrier: 'first', kind: 'message', recipient: '+919876543210' },
  outcome: 'submitted',
};

/** The outcomes of all live messages, counted one by one from their rows. */
const countRows = (byPrefix: boolean) =>
  query<{ carrier: string; prefix: string; outcome: string; count: number }>(
    `test-count-outcomes-${byPrefix}`,
    `WITH of AS (
      SELECT m.*, coalesce(p.carrier, (
        SELECT carrier FROM message_events AS e WHERE e.message_id = m.id ORDER BY e.id DESC LIMIT 1), '') AS carrier
      FROM messages AS m LEFT JOIN message_parts AS p ON p.message_id = m.id WHERE livemode
    ), outcomes AS (
      SELECT carrier, recipient, 'submitted' AS outcome FROM of WHERE sent_at IS NOT NULL
      UNION ALL
      SELECT carrier, recipient, state::text FROM of WHERE settled_at IS NOT NULL
      UNION ALL
      SELECT e.carrier, m.recipient, 'rejected' FROM message_events AS e JOIN messages AS m ON m.id = e.message_id
      WHERE e.kind = 'refused' AND livemode
    )
    SELECT carrier, ${byPrefix ? 'substr(recipient, 4, 4)' : "''"} AS prefix, outcome, count(*)::int AS count
    FROM outcomes GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    [],
  );

const countedRows = (table: 'delivery_stats' | 'delivery_hour_stats') =>
  query(
    `test-counted-outcomes-${table}`,
    `SELECT carrier, '' AS prefix, outcome::text, sum(count)::int AS count FROM ${table}
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    [],
  );

const countedByPrefix = () =>
  query(
    'test-counted-by-prefix',
    `SELECT carrier, prefix, outcome::text, sum(count)::int AS count FROM delivery_prefix_stats
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    [],
  );

test('after a run with two carriers, the counts equal the rows of the messages, excluding test messages', async () => {
  const { call, account, web, smsc } = await startWithoutWorker();
  const other = await startSmsc();
  const worker = await startWorker(
    carriers(carrierConfig('first', smsc), carrierConfig('second', other)),
  );
  await until('both are bound', () => smsc.connections() > 0 && other.connections() > 0);
  const reach = reacher(call);
  const send = async (numbers: string[], state: string) => {
    const sent = await Promise.all(numbers.map((number) => call.send(number, 'Hello')));
    await Promise.all(sent.map(({ body }) => reach(body.data._id, state)));
  };
  const numbers = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, i) => `${prefix}${String(500_000 + i)}`);
  await send([...numbers('9876', 20), ...numbers('8123', 10), ...numbers('7012', 5)], 'delivered');
  await send(['9999900002'], 'undelivered');
  await send(['9999900003'], 'failed');
  // The first carrier throttles, so the second carrier gets some messages.
  smsc.network.set('throttled', 3);
  await send(numbers('9777', 12), 'delivered');
  smsc.network.set('receipt-first', 5);
  await send(numbers('9666', 5), 'delivered');
  const code = await call.post('/messages/send-otp', { recipient: '9876543299' });
  expect(code.status).toBe(202);
  const caller = await toCaller(account);
  const expired = await acceptTestMessage(caller, new Date(), 1, 1);
  await reach(expired.id, 'expired');
  const testCall = client(web.url, await aTestKeyOf(account));
  const simulated = await testCall.send('9876543210', 'Hello');
  await until('the test message and the code have a final state', async () => {
    const ended = { state: { in: ['delivered', 'failed'] as ('delivered' | 'failed')[] } };
    const [tested, coded] = await Promise.all([
      prisma.message.count({ where: { id: simulated.body.data._id, ...ended } }),
      prisma.message.count({ where: { kind: 'otp', ...ended } }),
    ]);
    return tested + coded === 2;
  });
  await worker.stop();

  const rows = await countRows(false);
  expect(new Set(rows.map(({ outcome: one }) => one))).toEqual(
    new Set(['submitted', 'delivered', 'undelivered', 'failed', 'expired', 'rejected']),
  );
  expect(await countedRows('delivery_stats')).toEqual(rows);
  expect(await countedRows('delivery_hour_stats')).toEqual(rows);
  // A message that expired in the queue had no carrier.
  expect(await countedByPrefix()).toEqual(await countRows(true));

  const figures = await readCarrierFigures(inAll, 'hour');
  const of = (name: string) => figures.find(({ carrier }) => carrier === name);
  const [first, second] = [of('first'), of('second')];
  const throttled = rows.find((row) => row.carrier === 'first' && row.outcome === 'rejected');
  expect(first).toMatchObject({ failed: 2, rejected: throttled?.count });
  expect(first?.codes.toSorted((a, b) => (a.code < b.code ? -1 : 1))).toMatchObject([
    { outcome: 'undelivered', code: 'UNDELIV 001', count: 1 },
    { code: 'refused with 0x0000000B', count: 1 },
    { code: 'refused with 0x0000000B', count: 1 },
    { outcome: 'rejected', code: 'refused with 0x00000058' },
  ]);
  expect(first?.rate).toBeCloseTo((first?.delivered ?? 0) / ((first?.delivered ?? 0) + 2));
  expect(second?.delivered).toBeGreaterThan(0);
  expect(of('')).toMatchObject({ submitted: 0, failed: 1, rate: 0, p50: null });
  expect(await prisma.deliveryStat.count({ where: { kind: 'otp' } })).toBe(2);
  await expectLatency(first);
});

/** Expects the percentiles of delivered messages to be as exact as their buckets allow. */
async function expectLatency(figures: CarrierFigures | undefined): Promise<void> {
  const [row] = await query<{ buckets: number[] }>(
    'test-latencies',
    `SELECT array_agg(bucket ORDER BY bucket) AS buckets FROM (
       SELECT ${latencyBucketSql('extract(epoch FROM settled_at - sent_at)::float8 * 1000')} AS bucket
       FROM messages AS m JOIN message_parts AS p ON p.message_id = m.id
       WHERE m.state = 'delivered' AND livemode AND p.carrier = 'first') AS of`,
    [],
  );
  const [least = 0, most = 0] = [row?.buckets[0], row?.buckets.at(-1)];
  const counted = await prisma.deliveryStat.aggregate({
    where: { carrier: 'first', latencyBucket: { gte: 0 } },
    _min: { latencyBucket: true },
    _max: { latencyBucket: true },
    _sum: { count: true },
  });
  expect(counted._min.latencyBucket).toBe(least);
  expect(counted._max.latencyBucket).toBe(most);
  expect(figures?.p50).toBeGreaterThanOrEqual(10);
  expect(figures?.p99).toBeGreaterThanOrEqual(figures?.p50 ?? Number.NaN);
}

test('a late response is counted as the acceptance or rejection that it reports', async () => {
  const caller = await toCaller(await anAccount());
  for (const status of [0, 0x0b]) {
    const message = await acceptTestMessage(caller, new Date());
    await recordTestAttempt(message, 'unknown');
    await recordTestLateResponse(message, status);
  }
  await flushCounts();
  expect(await readCarrierFigures(inAll, 'hour')).toMatchObject([
    { carrier: 'first', unknown: 2, submitted: 1, rejected: 1, failed: 1 },
  ]);
});

test('a killed worker loses only some counts, and another worker continues', async () => {
  const { call, smsc, reach } = await startWithoutWorker();
  const settings = carriers(carrierConfig('first', smsc));
  const doomed = await startWorkerProcess(settings);
  const send = async (number: string) =>
    reach((await call.send(number, 'Hello')).body.data._id, 'delivered');
  await until('the carrier is bound', () => smsc.connections() > 0);
  await Promise.all(['9876500001', '9876500002', '9876500003'].map(send));
  await doomed.kill();
  const before = (await readCarrierFigures(inAll, 'hour'))[0]?.delivered ?? 0;
  expect(before).toBeLessThanOrEqual(3);
  const worker = await startWorker(settings);
  await Promise.all(['9876500004', '9876500005'].map(send));
  await worker.stop();
  expect(await readCarrierFigures(inAll, 'hour')).toMatchObject([{ delivered: before + 2 }]);
  // The statements that record messages also write the account's statistics.
  const { body } = await call.get('/analytics?period=24h');
  expect(body.data.total).toMatchObject({ accepted: 5, delivered: 5 });
});

/** Replaces the next statements that add counts. */
function replaceFlushes(replacement: (run: () => unknown) => Promise<unknown>) {
  const original = pg.Pool.prototype.query as (...args: unknown[]) => unknown;
  return vi.spyOn(pg.Pool.prototype, 'query').mockImplementation(function (
    this: unknown,
    ...args: unknown[]
  ) {
    const run = () => original.apply(this, args);
    const { name } = args[0] as { name?: string };
    return name === 'add-delivery-stats' ? replacement(run) : run();
  } as never);
}

const lostConnection = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

test('a flush whose response was lost is repeated, and its counts are added only once', async () => {
  countOutcome(outcome);
  const spy = replaceFlushes(async (run) => {
    await run();
    throw lostConnection();
  });
  await flushCounts();
  countOutcome(outcome);
  spy.mockRestore();
  await flushCounts();
  expect(await readCarrierFigures(inAll, 'hour')).toMatchObject([
    { carrier: 'first', submitted: 2 },
  ]);
  expect(await readPrefixFigures('first', inAll, 'day')).toMatchObject([
    { prefix: '9876', submitted: 2 },
  ]);
});

test('counts are kept while PostgreSQL is unavailable, and are lost if PostgreSQL rejects them; the outage is logged once', async () => {
  const warn = vi.spyOn(logger, 'warn').mockReturnValue();
  const error = vi.spyOn(logger, 'error').mockReturnValue();
  let spy = replaceFlushes(() => Promise.reject(lostConnection()));
  for (let i = 0; i < 3; i++) {
    countOutcome(outcome);
    await flushCounts();
  }
  expect(warn).toHaveBeenCalledTimes(1);
  spy.mockRestore();
  await flushCounts();
  expect(await readCarrierFigures(inAll, 'hour')).toMatchObject([{ submitted: 3 }]);
  spy = replaceFlushes(() => Promise.reject(Object.assign(new Error('bad'), { code: '22003' })));
  countOutcome(outcome);
  await flushCounts();
  spy.mockRestore();
  countOutcome(outcome);
  await flushCounts();
  expect(await readCarrierFigures(inAll, 'hour')).toMatchObject([{ submitted: 4 }]);
  expect(error).toHaveBeenCalledTimes(1);
});

test('counts of prefixes beyond the limit are added to an empty prefix, and the counts of all prefixes add up to the carrier’s counts', async () => {
  for (let i = 0; i < 900; i++) {
    const recipient = `+91${6_000 + (i % 300)}000000`;
    countOutcome({ ...outcome, recipient });
    const ended: Partial<CountedOutcome> =
      i % 3 === 0 ? { outcome: 'failed', reason: 'x' } : { outcome: 'delivered', latencyMs: 100 };
    countOutcome({ ...outcome, recipient, ...ended });
  }
  countOutcome({ ...outcome, recipient: '+12025550123' });
  await flushCounts();
  const [all] = await readCarrierFigures(inAll, 'hour');
  expect(all).toMatchObject({ submitted: 901, delivered: 600, failed: 300 });
  const prefixes = await readPrefixFigures('first', inAll, 'day');
  expect(prefixes).toHaveLength(101);
  expect(prefixes.at(-1)).toMatchObject({ prefix: '' });
  for (const figure of ['submitted', 'delivered', 'failed'] as const) {
    const sum = prefixes.reduce((total, one) => total + one[figure], 0);
    expect([figure, sum]).toEqual([figure, all?.[figure]]);
  }
  expect(await readPrefixFigures('second', inAll, 'day')).toEqual([]);
});

/** For each age, in hours, adds a row to the counts by prefix. The rows alternate between two carriers. */
const addPrefixRows = (ages: number[], random: () => number) =>
  prisma.deliveryPrefixStat.createMany({
    data: ages.map((age, i) => ({
      beginsAt: new Date(Math.floor((Date.now() - age * hourMs) / 60_000) * 60_000),
      carrier: ['first', 'second'][i % 2] ?? '',
      prefix: '9876',
      outcome: 'delivered' as const,
      latencyBucket: Math.floor(random() * 3),
      code: '',
      count: 1 + Math.floor(random() * 9),
    })),
    skipDuplicates: true,
  });

const sumsByDay = () =>
  query(
    'test-days',
    `SELECT date_trunc('day', begins_at, 'Asia/Kolkata') AS at, carrier, latency_bucket, sum(count)::int AS count
     FROM delivery_prefix_stats GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    [],
  );

/** Counts the rows that are older than an age and do not begin at the start of an hour or day. */
const rowsWithin = async (step: 'hour' | 'day', olderThanHours: number) => {
  const [row] = await query<{ count: number }>(
    `test-rows-within-${step}`,
    `SELECT count(*)::int AS count FROM delivery_prefix_stats
     WHERE begins_at < now() - $1 * interval '1 hour' AND begins_at <> date_trunc('${step}', begins_at, 'Asia/Kolkata')`,
    [olderThanHours],
  );
  return row?.count ?? 0;
};

test('counts by prefix are added up by hour after two hours and by day in India after a day, and their sums stay the same', async () => {
  const { next } = createRandom('delivery statistics roll up');
  await addPrefixRows(
    Array.from({ length: 1_500 }, () => next() * 60),
    next,
  );
  const before = await sumsByDay();
  const figures = await readPrefixFigures('first', inAll, 'day');
  expect(await rowsWithin('hour', 3)).toBeGreaterThan(500);
  const moved = await Promise.all([rollUpDeliveryStats(), rollUpDeliveryStats()]);
  expect(moved[0] + moved[1]).toBeGreaterThan(500);
  await rollUpDeliveryStats();
  expect(await rowsWithin('hour', 3)).toBe(0);
  expect(await rowsWithin('hour', 0)).toBeGreaterThan(0);
  expect(await rowsWithin('day', 26)).toBe(0);
  expect(await rowsWithin('day', 3)).toBeGreaterThan(0);
  expect(await sumsByDay()).toEqual(before);
  expect(await readPrefixFigures('first', inAll, 'day')).toEqual(figures);
  expect(await rollUpDeliveryStats()).toBe(0);
});

test('on the page Now, the counts by prefix of each range have the same sums before and after the roll-up', async () => {
  const { next } = createRandom('ranges by prefix');
  await addPrefixRows(
    Array.from({ length: 1_500 }, () => next() * 9 * 24),
    next,
  );
  const to = new Date();
  const read = async () => {
    const figures = [];
    for (const [step, hours] of [
      ['minute', 0.25],
      ['hour', 24],
      ['day', 7 * 24],
    ] as const) {
      const from = new Date(to.getTime() - hours * hourMs);
      const prefixes = await readPrefixFigures('first', { from, to }, step);
      figures.push(prefixes.filter(({ prefix }) => prefix !== ''));
    }
    return figures;
  };
  const before = await read();
  await rollUpDeliveryStats();
  expect(await read()).toEqual(before);
});

test('rounds the beginning of a range down to a full hour in India', async () => {
  const row = { carrier: 'first', outcome: 'submitted', latencyBucket: -1, code: '' } as const;
  // Hours in India begin 30 minutes past an hour in UTC.
  for (const [at, count] of [
    ['09:30', 1],
    ['10:30', 10],
    ['11:30', 100],
  ] as const) {
    const beginsAt = new Date(`2026-01-05T${at}:00Z`);
    await prisma.deliveryHourStat.create({ data: { ...row, kind: 'message', beginsAt, count } });
  }
  const read = async (from: string, to: string) => {
    const range = {
      from: new Date(`2026-01-05T${from}:00Z`),
      to: new Date(`2026-01-05T${to}:00Z`),
    };
    return (await readCarrierFigures(range, 'hour'))[0]?.submitted;
  };
  expect(await read('09:30', '11:30')).toBe(11);
  expect(await read('10:15', '11:30')).toBe(11);
  expect(await read('10:30', '11:30')).toBe(10);
  expect(await read('12:30', '13:30')).toBeUndefined();
});

test('counts by minute are deleted after 8 days, counts by hour after 400 days, counts by prefix after 31 days, and records of flushes after a day', async () => {
  const at = (age: number) => new Date(Date.now() - age * 24 * hourMs);
  const row = { kind: 'message', carrier: 'first', outcome: 'submitted', code: '' } as const;
  const rows = (ages: number[]) =>
    ages.map((age) => ({ ...row, latencyBucket: -1, count: 1, beginsAt: at(age) }));
  await prisma.deliveryStat.createMany({ data: rows([7.9, 8.1]) });
  await prisma.deliveryHourStat.createMany({ data: rows([399, 401]) });
  await addPrefixRows([30 * 24, 32 * 24], () => 0);
  await prisma.deliveryStatFlush.deleteMany();
  await prisma.deliveryStatFlush.create({
    data: { workerId: 'wrk_old', number: 1, at: at(25 / 24) },
  });
  expect(await purgeDeliveryStats()).toBe(4);
  expect(await prisma.deliveryStat.count()).toBe(1);
  expect(await prisma.deliveryHourStat.count()).toBe(1);
  expect(await prisma.deliveryPrefixStat.count()).toBe(1);
  expect(await prisma.deliveryStatFlush.count()).toBe(0);
});

test('the statistics are read by the index on the time', async () => {
  await query(
    'test-many-minutes',
    `INSERT INTO delivery_stats (begins_at, carrier, kind, outcome, latency_bucket, code, count)
     SELECT now() - i * interval '1 minute', 'first', 'message', 'submitted', -1, '', 1 FROM generate_series(1, 10000) AS i`,
    [],
  );
  await query('test-analyze', 'ANALYZE delivery_stats', []);
  const plan = await query<{ 'QUERY PLAN': string }>(
    'test-plan',
    `EXPLAIN SELECT sum(count) FROM delivery_stats WHERE begins_at >= now() - interval '15 minutes' AND begins_at < now()`,
    [],
  );
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('delivery_stats_pkey');
});
