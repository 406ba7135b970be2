import { expect, test } from 'vitest';
import {
  markSubmitting,
  reserveMessages,
  reserveSql,
} from '#domain/delivery/queue/reserve-messages.ts';
import { workerId } from '#domain/delivery/queue/worker-heartbeat.ts';
import { wakeAccounts } from '#domain/delivery/reconcile/wake-accounts.ts';
import { liveIds } from '#domain/messaging/months/live-ids.ts';
import { resumeAccount, suspendAccount } from '#domain/messaging/suspensions/suspend-account.ts';
import { prisma, query } from '#platform/db.ts';
import { anAccount } from '../support/account.ts';
import { acceptTestMessage, reserveTestMessage, toCaller } from '../support/message-fixtures.ts';

const by = { kind: 'system', id: 'test' } as const;
const suspend = (userId: string) =>
  suspendAccount(userId, { reason: 'A test', notice: 'This is a test.' }, by);

async function aReservedMessage() {
  const caller = await toCaller(await anAccount());
  const { id } = await acceptTestMessage(caller, new Date());
  const reservation = (await reserveTestMessage(caller.userId, id)) ?? 0;
  return { userId: caller.userId, id, reservation };
}

const find = (messageId: string) =>
  prisma.queuedMessage.findUniqueOrThrow({ where: { messageId } });

test('a message that a worker has reserved is released and not submitted if its account is suspended', async () => {
  const [held, other] = [await aReservedMessage(), await aReservedMessage()];
  const due = (await find(held.id)).dueAt;
  await suspend(held.userId);
  const marks = [held, other].map((one) => markSubmitting(one, 'first', 'messages'));
  expect(await Promise.all(marks)).toEqual([null, expect.any(Date)]);
  expect(await find(held.id)).toMatchObject({ workerId: null, carrier: null, dueAt: due });
  expect(await reserveMessages(held.userId, 10, 'messages')).toEqual([]);
  await resumeAccount(held.userId, 'Cleared up', by);
  const [again] = await reserveMessages(held.userId, 10, 'messages');
  expect(again).toMatchObject({ id: held.id });
});

test('a message that is being submitted stays with its worker when its account is suspended', async () => {
  const { userId, id, reservation } = await aReservedMessage();
  await markSubmitting({ id, reservation }, 'first', 'messages');
  await suspend(userId);
  expect(await markSubmitting({ id, reservation }, 'second', 'messages')).toBeNull();
  expect(await find(id)).toMatchObject({ carrier: 'first', workerId: workerId() });
});

test('workers are not woken for a suspended account', async () => {
  const caller = await toCaller(await anAccount());
  await acceptTestMessage(caller, new Date(Date.now() - 60_000));
  const before = await wakeAccounts('messages', 0);
  await suspend(caller.userId);
  expect(await wakeAccounts('messages', 0)).toBe(before - 1);
});

test('reserving reads and locks no row of a suspended account', async () => {
  const caller = await toCaller(await anAccount());
  for (let i = 0; i < 3; i += 1) await acceptTestMessage(caller, new Date());
  await suspend(caller.userId);
  const values = [[caller.userId], 'message', 10, workerId(), 1, ...liveIds()];
  const [row] = await query<{ 'QUERY PLAN': unknown }>(
    'explain-reserve',
    `EXPLAIN (ANALYZE, FORMAT JSON) ${reserveSql}`,
    values,
  );
  const plan = JSON.stringify(row?.['QUERY PLAN']);
  const locks = plan.match(/"Node Type":"LockRows".*?"Actual Rows":([\d.]+)/);
  expect(Number(locks?.[1] ?? 0)).toBe(0);
});
