import { randomBytes } from 'node:crypto';
import { test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { startWorker, stopAfterTest } from '../harness/programs.ts';
import { until } from '../harness/until.ts';
import { aUser } from '../support/account.ts';

test('each maintenance task has its own schedule, and a failing task does not stop the other tasks', async () => {
  const { userId } = await aUser();
  const over = { createdAt: new Date(0), expiresAt: new Date(0) };
  const overdue = () =>
    prisma.accountToken.create({
      data: { ...over, tokenHash: randomBytes(32), userId, purpose: 'confirm_email' },
    });
  await prisma.$executeRawUnsafe('ALTER TABLE idempotency_keys RENAME TO away');
  try {
    await stopAfterTest(
      startWorker({ WORKER_QUEUES: 'schedules', RECONCILE_INTERVAL_SECONDS: '0.1' }),
    );
    // The task runs immediately, and then repeatedly.
    for (const time of ['first', 'second']) {
      await overdue();
      await until(
        `it is gone a ${time} time`,
        async () => (await prisma.accountToken.count()) === 0,
      );
    }
  } finally {
    await prisma.$executeRawUnsafe('ALTER TABLE away RENAME TO idempotency_keys');
  }
});
