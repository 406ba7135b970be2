import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { readDeliverySeries } from '#domain/delivery/stats/read-delivery-stats.ts';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { anAccount } from '../support/account.ts';
import { insertMessages } from '../support/messages.ts';
import { anOperator } from '../support/operator.ts';
import { joinText } from '../support/signed-in.ts';

const web = await sharedWeb();
const { visitor } = await anOperator(web.url, 'finance');

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const minutesAgo = (minutes: number) =>
  new Date(Math.floor(Date.now() / minuteMs) * minuteMs - minutes * minuteMs);

/** The start of the hour in India, which begins at half past an hour of UTC. */
const hourOf = (at: Date) =>
  new Date(Math.floor(at.getTime() / hourMs + 0.5) * hourMs - hourMs / 2);

const count = { carrier: 'first', kind: 'message', latencyBucket: -1, code: '' } as const;

test('shows throughput, queue, carriers, prefixes, codes, processes and stores, without JavaScript', async () => {
  const { userId } = await anAccount();
  await insertMessages(userId, [{ state: 'queued' }]);
  const data = [
    { ...count, beginsAt: minutesAgo(3), outcome: 'submitted', count: 1_200 },
    { ...count, beginsAt: minutesAgo(3), outcome: 'delivered', latencyBucket: 28, count: 900 },
    { ...count, beginsAt: minutesAgo(2), outcome: 'undelivered', code: 'UNDELIV 001', count: 100 },
  ] as const;
  await prisma.deliveryStat.createMany({ data: [...data] });
  await prisma.deliveryHourStat.createMany({
    data: data.map((row) => ({ ...row, beginsAt: hourOf(row.beginsAt) })),
  });
  const prefixed = { ...count, beginsAt: minutesAgo(3), outcome: 'delivered' } as const;
  const { kind: _, ...ofPrefix } = prefixed;
  await prisma.deliveryPrefixStat.create({ data: { ...ofPrefix, prefix: '9876', count: 300 } });
  // The shared web server writes its row only every ten seconds, and each test file has a new database.
  const seen = { startedAt: new Date(), seenAt: new Date() };
  await prisma.process.create({
    data: {
      id: 'prc_1',
      kind: 'web',
      version: '0.9.0',
      host: 'host-1',
      pid: 1,
      queues: [],
      ...seen,
    },
  });
  const page = await visitor.get(paths.operator('now', { carrier: 'first' }));
  expect(page.status).toBe(200);
  const text = joinText(page);
  for (const part of [
    '1,200',
    '900',
    '90%',
    '9876',
    'UNDELIV 001',
    'web on host-1',
    'PostgreSQL',
    'Redis',
  ])
    expect(text).toContain(part);
  expect(text).toContain('The operator could not deliver the message.');
  for (const range of ['24h', '7d'])
    expect(joinText(await visitor.get(paths.operator('now', { range })))).toContain('1,200');
});

test('the page is shown even if its URL names an unknown range or carrier', async () => {
  const { status } = await visitor.get('/operator?range=x&carrier=unknown');
  expect(status).toBe(200);
});

test('steps of time are contiguous, include the ends of the range, and their counts add up to the total', async () => {
  const to = new Date();
  for (const [step, length, at] of [
    ['minute', 15 * minuteMs, 16],
    ['hour', 24 * 60 * minuteMs, 25],
    ['day', 7 * 24 * 60 * minuteMs, 8],
  ] as const) {
    const { steps, carriers } = await readDeliverySeries(
      { from: new Date(to.getTime() - length), to },
      step,
    );
    expect([step, steps.length]).toEqual([step, at]);
    expect(carriers).toMatchObject([
      { carrier: 'first', submitted: 1_200, codes: [{ code: 'UNDELIV 001', count: 100 }] },
    ]);
    expect(steps.reduce((all, { submitted }) => all + submitted, 0)).toBe(1_200);
    for (const [i, one] of steps.entries()) {
      const before = steps[i - 1];
      if (before) expect(one.at > before.at).toBe(true);
    }
  }
});
