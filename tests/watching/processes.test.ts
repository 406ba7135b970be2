import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { listProcesses, purgeProcesses } from '#domain/shared/processes/processes.ts';
import { prisma } from '#platform/db.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { carrierConfig, carriers, startSmsc } from '../harness/product.ts';
import { startWeb, startWorker, startWorkerProcess, stopAfterTest } from '../harness/programs.ts';
import { until } from '../harness/until.ts';

/** Processes that began since `began`. The web server that all tests share is older. */
const begunSince = async (began: Date) =>
  (await listProcesses()).filter(({ startedAt }) => startedAt >= began);

test('while a web server or a worker runs, it has a row with release, host and queues; after a clean stop, it has no row', async () => {
  const began = new Date();
  const [web, worker] = await Promise.all([
    startWeb(),
    startWorker({ ...carriers(), WORKER_QUEUES: 'otp,schedules' }),
  ]);
  const found = await until('both have a row', async () => {
    const rows = await begunSince(began);
    return rows.length === 2 ? rows : null;
  });
  const same = { version: packageJson.version, host: hostname(), pid: process.pid };
  expect(found).toMatchObject([
    { ...same, kind: 'web', queues: [] },
    { ...same, kind: 'worker', queues: ['otp', 'schedules'] },
  ]);
  for (const { seenSecondsAgo } of found) expect(seenSecondsAgo).toBeLessThan(10);
  await Promise.all([web.stop(), worker.stop()]);
  expect(await begunSince(began)).toEqual([]);
});

test('the row of a worker says whether its carriers are bound', async () => {
  const smsc = await startSmsc();
  const began = new Date();
  await stopAfterTest(startWorker(carriers(carrierConfig('first', smsc))));
  const bound = await until('its row says that the carrier is bound', async () => {
    const [row] = await begunSince(began);
    return row?.carriers.find((one) => one.bound > 0);
  });
  expect(bound).toMatchObject({ carrier: 'first', bound: 1, connections: 1 });
  expect(new Date(bound.since).getTime()).toBeGreaterThanOrEqual(began.getTime());
});

test('the row of a killed process remains until it is a day old', async () => {
  const began = new Date();
  const worker = await stopAfterTest(startWorkerProcess(carriers()));
  const [row] = await until('it has a row', async () => {
    const rows = await begunSince(began);
    return rows.length === 1 ? rows : null;
  });
  await worker.kill();
  const id = row?.id ?? '';
  expect(row?.pid).not.toBe(process.pid);
  await purgeProcesses();
  expect(await prisma.process.count({ where: { id } })).toBe(1);
  await prisma.process.update({
    where: { id },
    data: { seenAt: new Date(Date.now() - 25 * 3_600_000) },
  });
  expect(await purgeProcesses()).toBe(1);
  expect(await prisma.process.count({ where: { id } })).toBe(0);
});
