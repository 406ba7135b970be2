import { expect, test } from 'vitest';
import { prisma, query } from '#platform/db.ts';
import { startWorker, stopAfterTest } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { type Account, anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { aTestKeyOf } from '../support/test-key.ts';

const web = await sharedWeb();

const dayMs = 24 * 3_600_000;

/**
 * A submitted test message whose receipt has been due for days.
 *
 * @returns its id
 */
async function aSubmitted(testing: ReturnType<typeof client>, days: number): Promise<string> {
  const { body } = await testing.send('9876543210', 'Hello');
  const id: string = body.data._id;
  await prisma.message.update({ where: { id }, data: { state: 'sent', sentAt: new Date() } });
  const dueAt = new Date(Date.now() - days * dayMs);
  await query(
    'put-back-for-receipt',
    `UPDATE message_queue SET due_at = $2, valid_until = 'infinity' WHERE message_id = $1`,
    [id, dueAt],
  );
  return id;
}

/** Queues test messages with overdue receipts, more than the reconciler removes in one statement. */
const insertOverdue = (userId: string, count: number) =>
  query(
    'insert-overdue-test-receipts',
    `INSERT INTO message_queue (message_id, user_id, kind, due_at, valid_until)
     SELECT 'msg_overdue' || n, $1, 'test'::message_kind, now() - interval '8 days', 'infinity'::timestamptz
     FROM generate_series(1, $2::int) AS n`,
    [userId, count],
  );

const queued = async ({ userId }: Account) =>
  (await prisma.queuedMessage.findMany({ where: { userId } })).map(({ messageId }) => messageId);

test('a test message whose receipt is not delivered within a week leaves the queue and stays `sent`', async () => {
  const account = await anAccount();
  const testing = client(web.url, await aTestKeyOf(account));
  const overdue = await aSubmitted(testing, 8);
  const recent = await aSubmitted(testing, 6);
  const reserved = await aSubmitted(testing, 8);
  await prisma.queuedMessage.update({
    where: { messageId: reserved },
    data: { workerId: 'wrk_busy', reservation: 1 },
  });
  const live = (await client(web.url, account).send('9876543210', 'Waits')).body.data._id;
  await prisma.queuedMessage.update({
    where: { messageId: live },
    data: { dueAt: new Date(Date.now() - 8 * dayMs) },
  });
  await insertOverdue(account.userId, 2_500);
  await stopAfterTest(
    startWorker({ WORKER_QUEUES: 'schedules', RECONCILE_INTERVAL_SECONDS: '0.1' }),
  );
  await until('the others are left', async () => (await queued(account)).length === 3);
  expect((await queued(account)).toSorted()).toEqual([recent, reserved, live].toSorted());
  expect((await testing.get(`/messages/${overdue}`)).body.data).toMatchObject({
    status: 'sent',
    settledAt: null,
  });
});
