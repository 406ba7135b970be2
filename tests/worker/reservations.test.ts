import { expect, test } from 'vitest';
import type { Attempt } from '#domain/delivery/contract.ts';
import {
  leaveToReconciler,
  markSubmitting,
  reserveMessages,
  reserveSql,
} from '#domain/delivery/queue/reserve-messages.ts';
import {
  findLostWorkers,
  workerId,
  writeHeartbeat,
} from '#domain/delivery/queue/worker-heartbeat.ts';
import { recordAttempt } from '#domain/delivery/record-attempt.ts';
import { liveIds } from '#domain/messaging/months/live-ids.ts';
import { prisma, query } from '#platform/db.ts';
import { until } from '../harness/until.ts';
import { anAccount } from '../support/account.ts';
import { acceptTestMessage, reserveTestMessage, toCaller } from '../support/message-fixtures.ts';

async function aReservedMessage() {
  const caller = await toCaller(await anAccount());
  const { id } = await acceptTestMessage(caller, new Date());
  const reservation = (await reserveTestMessage(caller.userId, id)) ?? 0;
  return { userId: caller.userId, id, reservation };
}

/** Releases a message as the reconciler does for a lost worker. */
const release = (messageId: string) =>
  prisma.queuedMessage.update({ where: { messageId }, data: { workerId: null } });

test('the attempt of a lost reservation is not counted, even if the same worker has reserved the message again', async () => {
  const { userId, id, reservation } = await aReservedMessage();
  await release(id);
  expect(await markSubmitting({ id, reservation }, 'first', 'messages')).toBeNull();
  const [again] = await reserveMessages(userId, 10, 'messages');
  expect(again).toMatchObject({ id });
  expect(await markSubmitting({ id, reservation }, 'first', 'messages')).toBeNull();
  expect(await markSubmitting(again ?? { id, reservation }, 'first', 'messages')).toBeInstanceOf(
    Date,
  );
});

test('if a worker reserves a message twice, only the second reservation can be marked as submitting, even if the worker marks both at once', async () => {
  const { userId, id, reservation } = await aReservedMessage();
  await release(id);
  const [again] = await reserveMessages(userId, 10, 'messages');
  const copies = [{ id, reservation }, again ?? { id, reservation }];
  const marks = copies.map((copy) => markSubmitting(copy, 'first', 'messages'));
  expect(await Promise.all(marks)).toEqual([null, expect.any(Date)]);
});

test('an attempt that is recorded twice does not release its message if the message has been reserved again since the attempt', async () => {
  const { userId, id, reservation } = await aReservedMessage();
  const attempt: Attempt = {
    ...{ messageId: id, reservation, lane: 'messages', state: 'queued', reason: 'no carrier' },
    ...{ retryInMs: 0, counted: false, refund: false, parts: [], events: [], recipient: '' },
  };
  await recordAttempt(attempt);
  const [again] = await until('it is due again', async () => {
    const found = await reserveMessages(userId, 10, 'messages');
    return found.length > 0 ? found : null;
  });
  await markSubmitting(again ?? { id, reservation }, 'first', 'messages');
  await recordAttempt(attempt);
  const row = await prisma.queuedMessage.findUnique({ where: { messageId: id } });
  expect(row).toMatchObject({ carrier: 'first', reservation: again?.reservation });
});

test('a message that became unknown while its worker was frozen is recorded as sent when the worker resumes', async () => {
  const { id, reservation } = await aReservedMessage();
  await prisma.queuedMessage.delete({ where: { messageId: id } });
  await prisma.message.update({ where: { id }, data: { state: 'unknown' } });
  await recordAttempt({
    ...{ messageId: id, reservation, lane: 'messages', state: 'sent', reason: null },
    ...{ retryInMs: null, counted: true, refund: false, parts: [], events: [], recipient: '' },
  });
  const message = await prisma.message.findUniqueOrThrow({ where: { id } });
  expect(message).toMatchObject({ state: 'sent', settledAt: null, sentAt: expect.any(Date) });
});

test('a message that expired after its reservation is not submitted', async () => {
  const { id, reservation } = await aReservedMessage();
  await prisma.queuedMessage.update({ where: { messageId: id }, data: { validUntil: new Date() } });
  expect(await markSubmitting({ id, reservation }, 'first', 'messages')).toBeNull();
});

test('only a worker with regular heartbeats can declare other workers lost', async () => {
  const silent = { id: 'wrk_silent', seenAt: new Date(0), steadySince: new Date(0) };
  await prisma.deliveryWorker.create({ data: silent });
  const own = (seconds: number) =>
    query(
      'own-since',
      `UPDATE delivery_workers SET steady_since = now() - $1 * interval '1 s' WHERE id <> ALL ($2)`,
      [seconds, ['wrk_silent', 'none']],
    );
  await writeHeartbeat();
  await own(1);
  expect(await findLostWorkers(5)).toEqual([]);
  await own(6);
  expect((await findLostWorkers(5)).filter((id) => id !== 'none')).toEqual(['wrk_silent']);

  // A gap between heartbeats restarts the period for which heartbeats must be steady.
  await query(
    'gap',
    `UPDATE delivery_workers SET seen_at = seen_at - interval '3 s' WHERE id <> ALL ($1)`,
    [['wrk_silent', 'none']],
  );
  expect(await findLostWorkers(5)).toEqual([]);
  await writeHeartbeat();
  expect(await findLostWorkers(5)).toEqual([]);
});

test('if a worker gives up a message, the message is assigned to a lost worker, so that the reconciler finds it', async () => {
  const { userId, id, reservation } = await aReservedMessage();
  const { workerId: own } = await prisma.queuedMessage.findUniqueOrThrow({
    where: { messageId: id },
  });
  await leaveToReconciler({ id, reservation: reservation + 1 });
  const row = () => prisma.queuedMessage.findUniqueOrThrow({ where: { messageId: id } });
  expect(await row()).toMatchObject({ userId, workerId: own });
  await leaveToReconciler({ id, reservation });
  expect(await row()).toMatchObject({ userId, workerId: 'none' });
  const nobody = await prisma.deliveryWorker.findUniqueOrThrow({ where: { id: 'none' } });
  const minutes = (Date.now() - nobody.seenAt.getTime()) / 60_000;
  expect(minutes).toBeGreaterThan(29);
  expect(minutes).toBeLessThan(31);
});

test('a worker without a current heartbeat reserves no messages', async () => {
  const caller = await toCaller(await anAccount());
  await acceptTestMessage(caller, new Date());
  await prisma.deliveryWorker.deleteMany({ where: { id: { startsWith: 'wrk_' } } });
  expect(await reserveMessages(caller.userId, 10, 'messages')).toEqual([]);
  await writeHeartbeat();
  expect(await reserveMessages(caller.userId, 10, 'messages')).toHaveLength(1);
});

test('reserving a batch from a long queue uses the index, even with outdated statistics', async () => {
  const userId = 'usr_long';
  await query(
    'long-queue',
    `INSERT INTO message_queue (message_id, user_id, kind, due_at, valid_until, worker_id)
     SELECT id_at('msg', now()) || lpad(n::text, 16, '0'), $1, 'message', now() - interval '1 s' * n, now() + interval '1 day', 'wrk_other'
     FROM generate_series(1, 50000) AS n`,
    [userId],
  );
  // PostgreSQL's statistics of the table are computed while nearly all rows are reserved, and the rows are released
  // afterwards.
  await query('analyze-queue', 'ANALYZE message_queue', []);
  await query('free-queue', 'UPDATE message_queue SET worker_id = NULL WHERE user_id = $1', [
    userId,
  ]);
  const [row] = await query<{ 'QUERY PLAN': unknown }>(
    'explain-reserve',
    `EXPLAIN (ANALYZE, FORMAT JSON) ${reserveSql}`,
    [[userId, 'usr_none'], 'message', 200, workerId(), 1, ...liveIds()],
  );
  const plan = JSON.stringify(row?.['QUERY PLAN']);
  const scans = [
    ...plan.matchAll(/"Node Type":"(\w+) Scan"[^{}]*?"Relation Name":"message_queue"/g),
  ];
  expect(scans.length).toBeGreaterThan(1);
  expect(scans.filter(([, kind]) => kind !== 'Index')).toEqual([]);
  await prisma.queuedMessage.deleteMany({ where: { userId } });
});
