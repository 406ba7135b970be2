import { beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  type BackgroundMigration,
  nextLimit,
  runNextBatch,
  startBackgroundMigrations,
} from '#domain/shared/background-migrations/run-background-migrations.ts';
import { prisma, query } from '#platform/db.ts';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import { readStatus } from '#scripts/migration/status.ts';
import { startWorker, stopAfterTest } from '../harness/programs.ts';
import { testDatabases } from '../harness/test-database.ts';
import { until } from '../harness/until.ts';
import { anAccount } from '../support/account.ts';
import { scrape } from '../support/metrics.ts';

beforeEach(async () => {
  await prisma.backgroundMigration.deleteMany();
  await prisma.credential.deleteMany();
});

/** Renames API keys, in the order of their ids. */
const rename: BackgroundMigration = {
  id: 'rename',
  expectRows: async () => 10,
  async runBatch(tx, { cursor, limit }) {
    const rows = await query<{ id: string }>(
      'test-rename',
      `UPDATE credentials SET name = name || '!' WHERE id IN
         (SELECT id FROM credentials WHERE id > $1 ORDER BY id LIMIT $2) RETURNING id`,
      [cursor, limit],
      tx,
    );
    return {
      cursor:
        rows
          .map(({ id }) => id)
          .sort()
          .at(-1) ?? null,
      done: rows.length,
    };
  },
};

async function tenKeys(): Promise<void> {
  const { userId } = await anAccount();
  await prisma.credential.deleteMany();
  await prisma.credential.createMany({
    data: Array.from({ length: 10 }, (_, i) => ({
      ...{ id: `key_${i}`, userId, name: 'Key', keyId: `dk_${i}` },
      ...{ secretHash: Buffer.from([i]), encryptedSecret: Buffer.from([1]) },
    })),
  });
}

const begin = (id: string) => prisma.backgroundMigration.create({ data: { id } });
const find = (id: string) => prisma.backgroundMigration.findUniqueOrThrow({ where: { id } });
/** Ends the pause before the next batch. */
const due = () => prisma.backgroundMigration.updateMany({ data: { dueAt: new Date(0) } });
const names = async () => (await prisma.credential.findMany()).map(({ name }) => name);

test('changes each row only once, in batches with pauses between them, and then ends', async () => {
  await tenKeys();
  expect(await runNextBatch([rename], 4)).toMatchObject({ result: 'nothing' });
  await begin('rename');
  expect(await runNextBatch([rename], 4)).toMatchObject({ result: 'done' });
  const first = await find('rename');
  expect(first).toMatchObject({ cursor: 'key_3', rowsDone: 4n, rowsExpected: 10n });
  expect(first.dueAt.getTime() - (first.startedAt?.getTime() ?? 0)).toBeGreaterThanOrEqual(50);
  await prisma.backgroundMigration.updateMany({ data: { dueAt: new Date(Date.now() + 60_000) } });
  expect(await runNextBatch([rename], 4)).toMatchObject({ result: 'nothing' });
  for (const cursor of ['key_7', 'key_9', 'key_9']) {
    await due();
    expect(await runNextBatch([rename], 4)).toMatchObject({ result: 'done' });
    expect((await find('rename')).cursor).toBe(cursor);
  }
  expect((await find('rename')).finishedAt).not.toBeNull();
  expect(await names()).toEqual(Array(10).fill('Key!'));
});

test('while a worker runs a batch, no other worker runs a batch', async () => {
  await tenKeys();
  await begin('rename');
  const others: unknown[] = [];
  const watched: BackgroundMigration = {
    ...rename,
    async runBatch(tx, from) {
      for (const _ of [1, 2, 3]) others.push((await runNextBatch([rename], 4)).result);
      return await rename.runBatch(tx, from);
    },
  };
  expect(await runNextBatch([watched], 4)).toMatchObject({ result: 'done' });
  expect(others).toEqual(['nothing', 'nothing', 'nothing']);
  expect((await names()).filter((name) => name === 'Key!')).toHaveLength(4);
});

test('the interrupted batch of a lost worker changes nothing, and another worker runs it again', async () => {
  await tenKeys();
  await begin('rename');
  const lost: BackgroundMigration = {
    ...rename,
    async runBatch(tx, from) {
      await rename.runBatch(tx, from);
      await tx.query('SELECT pg_terminate_backend(pg_backend_pid())');
      throw new Error('unreachable');
    },
  };
  expect(await runNextBatch([lost], 4)).toMatchObject({ result: 'failed' });
  expect(await names()).toEqual(Array(10).fill('Key'));
  await due();
  expect(await runNextBatch([rename], 4)).toMatchObject({ result: 'done' });
  expect(await find('rename')).toMatchObject({ rowsDone: 4n, failures: 0, lastError: null });
});

test('a failed batch is retried later with fewer rows, and its error is recorded', async () => {
  await tenKeys();
  await begin('rename');
  const failing: BackgroundMigration = {
    ...rename,
    runBatch: async (tx) => {
      await tx.query('UPDATE credentials SET name = name / 0');
      return { cursor: null, done: 0 };
    },
  };
  const outcome = await runNextBatch([failing], 100);
  expect(outcome.result).toBe('failed');
  expect(nextLimit(100, outcome)).toBe(25);
  const { failures, lastError, dueAt } = await find('rename');
  expect(failures).toBe(1);
  expect(lastError).toContain('operator does not exist');
  expect(dueAt.getTime()).toBeGreaterThan(Date.now());
  expect(await readStatus(testDatabases.DATABASE_URL)).toContainEqual(
    expect.stringMatching(
      /^Background migration rename: failed 1 times in a row, next try .*: operator/,
    ),
  );
});

test('a batch fails with a lock timeout when another transaction holds a row for too long', async () => {
  await tenKeys();
  await begin('rename');
  const outcome = await prisma.$transaction(async (tx) => {
    await tx.$executeRaw`UPDATE credentials SET name = 'Mine' WHERE id = 'key_2'`;
    return await runNextBatch([rename], 4);
  });
  expect(outcome).toMatchObject({ result: 'failed' });
  expect((await find('rename')).lastError).toContain('lock timeout');
});

test('a worker runs slow batches one after the other without idling', async () => {
  await begin('slow');
  const slow: BackgroundMigration = {
    id: 'slow',
    expectRows: async () => 6,
    async runBatch(tx, { cursor }) {
      await tx.query('SELECT pg_sleep(0.1)');
      return { cursor: cursor.length < 5 ? `${cursor}x` : null, done: 1 };
    },
  };
  const began = performance.now();
  const running = startBackgroundMigrations([slow]);
  onTestFinished(() => running.close());
  await until('it has ended', async () => (await find('slow')).finishedAt);
  expect((await find('slow')).rowsDone).toBe(6n);
  // If the worker waited for its next poll after each batch, the five waits would take 25 s.
  expect(performance.now() - began).toBeLessThan(15_000);
});

test('a migration reports its progress and its end, and migrations of another release are skipped', async () => {
  await tenKeys();
  await begin('rename');
  await prisma.backgroundMigration.create({ data: { id: 'of_another_release', rowsDone: 7n } });
  const skipping: BackgroundMigration = {
    ...rename,
    runBatch: async (tx, from) => ({ ...(await rename.runBatch(tx, from)), skipped: 1 }),
  };
  const running = startBackgroundMigrations([skipping]);
  onTestFinished(() => running.close());
  await until('it has ended', async () => (await find('rename')).finishedAt);
  expect(await find('rename')).toMatchObject({ rowsDone: 10n, rowsSkipped: 2n });
  const status = await readStatus(testDatabases.DATABASE_URL);
  expect(status[0]).toMatch(/^\d+ migrations? applied, 0 not applied\.$/);
  expect(status).toContainEqual(
    expect.stringMatching(
      /^Background migration rename: ended \S+, 10 rows changed, 2 rows skipped/,
    ),
  );
  expect(status).toContain('Background migration of_another_release: waits for a worker');
});

test('a worker reports the progress of a background migration', async () => {
  await prisma.backgroundMigration.create({ data: { id: 'of_another_release', rowsDone: 7n } });
  const port = await freePort();
  await stopAfterTest(startWorker({ METRICS_PORT: String(port) }));
  const { sum } = await scrape(`http://127.0.0.1:${port}`);
  const labels = { migration: 'of_another_release', state: 'done' };
  expect(sum('dakiya_background_migration_rows', labels)).toBe(7);
});
