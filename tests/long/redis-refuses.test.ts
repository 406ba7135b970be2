import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { wakeUpJob } from '#domain/messaging/jobs.ts';
import { prisma } from '#platform/db.ts';
import { queuePrefix } from '#platform/queue.ts';
import type { Smsc } from '#sandbox/smsc/server.ts';
import { startPrivateRedis } from '#scripts/services/private-redis.ts';
import { startRelay } from '../harness/breakable.ts';
import {
  carrierConfig,
  carriers,
  startProductProcess,
  startWithoutWorker,
} from '../harness/product.ts';
import { type Program, startWorkerProcess, stopAfterTest } from '../harness/programs.ts';
import { type RedisRefusal, refuseWrites } from '../harness/redis-servers.ts';
import { until } from '../harness/until.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';

const kinds: (RedisRefusal | 'stopped')[] = ['MISCONF', 'OOM', 'READONLY', 'stopped'];

test.each(kinds)(
  'while Redis is %s, each message and code is still sent only once, and web server and worker report the outage',
  async (kind) => {
    const redis = await startPrivateRedis();
    onTestFinished(() => redis.stop());
    const settings = { REDIS_URL: redis.url, METRICS_PORT: '0' };
    const { call, smsc, account, web, worker } = await startProductProcess(settings);
    const isDelivered = async (count: number) =>
      (await prisma.message.count({ where: { userId: account.userId, state: 'delivered' } })) ===
      count;
    await call.send('9876543210', 'Before');
    await until('the first is delivered', () => isDelivered(1));

    if (kind === 'stopped') await redis.kill();
    else await refuseWrites(redis, kind);
    await until('the worker knows it', () =>
      worker.log().some(({ msg }) => String(msg).includes('Redis cannot be written to')),
    );
    const messages = mobileNumbers(50).map((recipient, i) => ({ recipient, message: `No ${i}` }));
    const batch = await call.post('/messages/batch', { messages });
    expect(batch.status).toBe(202);
    const code = await call.post('/messages/send-otp', { recipient: '9876543211' });
    expect(code.status).toBe(202);
    await until('all are delivered', () => isDelivered(52));
    const ready = await fetch(`${web.url}/readyz`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({
      status: 'degraded',
      reason: expect.stringContaining(kind === 'stopped' ? 'no answer' : kind),
    });

    if (kind === 'stopped') await redis.start();
    else await refuseWrites(redis, null);
    await until('the web server is as before', async () => {
      const { status } = (await (await fetch(`${web.url}/readyz`)).json()) as { status: string };
      return status === 'ready';
    });
    await call.send('9876543212', 'After');
    await until('the last is delivered', () => isDelivered(53));
    expect(smsc.ledger.totals()).toMatchObject({ duplicates: 0, accepted: 53 });
    const errors = worker.log().filter(({ level }) => level === 'error' || level === 50);
    expect(errors.map(({ msg }) => msg)).toEqual([
      'Redis cannot be written to; workers look for work in PostgreSQL until Redis accepts writes',
    ]);
  },
);

/** Starts a worker whose reconciler does not run during the test. */
const startOwnWorker = (smsc: Smsc, redisUrl: string) =>
  stopAfterTest(
    startWorkerProcess({
      ...carriers(carrierConfig('first', smsc)),
      REDIS_URL: redisUrl,
      RECONCILE_INTERVAL_SECONDS: '3600',
    }),
  );

const says = (worker: Program, words: string) => () =>
  worker.log().some(({ msg }) => String(msg).includes(words));

test('a code is sent even if the web server notices later than the worker that Redis is back', async () => {
  const redis = await startPrivateRedis();
  onTestFinished(() => redis.stop());
  const relay = await startRelay(Number(new URL(redis.url).port));
  const { call, smsc } = await startWithoutWorker({ REDIS_URL: `redis://127.0.0.1:${relay.port}` });
  const worker = await startOwnWorker(smsc, redis.url);
  relay.cut();
  await redis.kill();
  await until('the worker knows it', says(worker, 'Redis cannot be written to'));
  await redis.start();
  await until('the worker is as before', says(worker, 'Redis can be written to again'));

  expect((await call.post('/messages/send-otp', { recipient: '9876543210' })).status).toBe(202);
  await until('the carrier has it', () => smsc.ledger.totals().accepted === 1);
});

test('a code is sent even if a Redis outage interrupts the job of its account', async () => {
  const redis = await startPrivateRedis();
  onTestFinished(() => redis.stop());
  const { call, smsc } = await startWithoutWorker({ REDIS_URL: redis.url });
  expect((await call.post('/messages/send-otp', { recipient: '9876543210' })).status).toBe(202);
  const { queue } = wakeUpJob.otp;
  const connection = new Redis(redis.url, { maxRetriesPerRequest: null });
  const cutOff = new Worker(queue, null, {
    ...{ connection, prefix: queuePrefix(queue), autorun: false, lockDuration: 60_000 },
  });
  cutOff.on('error', () => undefined);
  expect(await cutOff.getNextJob('until it has stalled')).toBeDefined();
  await cutOff.close();
  connection.disconnect();

  const worker = await startOwnWorker(smsc, redis.url);
  await redis.kill();
  await until('the carrier has the first', () => smsc.ledger.totals().accepted === 1);
  await redis.start();
  await until('the worker is as before', says(worker, 'Redis can be written to again'));
  expect((await call.post('/messages/send-otp', { recipient: '9876543211' })).status).toBe(202);
  await until('the carrier has the second', () => smsc.ledger.totals().accepted === 2);
});

test('a code is sent even if Redis loses its account’s job', async () => {
  const redis = await startPrivateRedis();
  onTestFinished(() => redis.stop());
  const { call, smsc } = await startWithoutWorker({ REDIS_URL: redis.url });
  const worker = await startOwnWorker(smsc, redis.url);
  const connection = new Redis(redis.url);
  onTestFinished(() => connection.disconnect());
  await until(
    'web server and worker have written their markers',
    async () => (await connection.keys('*:marker:*')).length === 2,
  );
  worker.signal('SIGSTOP');
  expect((await call.post('/messages/send-otp', { recipient: '9876543210' })).status).toBe(202);
  await connection.flushall();
  worker.signal('SIGCONT');
  await until('the worker knows it', says(worker, 'Redis was emptied'));
  await until('the carrier has it', () => smsc.ledger.totals().accepted === 1);
});
