import { afterEach, expect, test, vi } from 'vitest';
import { acceptMessages } from '#domain/messaging/messages/accept-messages.ts';
import { pseudonymOf, requestErasure } from '#domain/messaging/privacy/request-erasure.ts';
import {
  deleteOldErasures,
  purgeErased,
  requeueErasures,
  runErasure,
} from '#domain/messaging/privacy/run-erasure.ts';
import { prisma } from '#platform/db.ts';
import { anAccount } from '../support/account.ts';
import { eraseNumber, erasureOf, runTestErasure } from '../support/erasures.ts';
import {
  aRow,
  recordTestAttempt,
  recordTestReceipts,
  toCaller,
} from '../support/message-fixtures.ts';
import { insertMessages, messagesOf } from '../support/messages.ts';
import { setClock } from '../support/months.ts';

const dayMs = 24 * 3_600_000;
const number = '+919876500001';
const other = '+919876500002';

afterEach(() => vi.restoreAllMocks());

test('the response to an erasure request gives the time of the last deletion, and each message is deleted a year after it was sent', async () => {
  const { userId } = await anAccount();
  const now = Date.now();
  const [past, old, young] = [now - 366 * dayMs, now - 300 * dayMs, now - 10 * dayMs];
  const ids = await insertMessages(
    userId,
    [past, old, young].map((at) => ({ recipient: number, at: new Date(at) })),
  );
  const { id, retainedUntil } = await eraseNumber(userId, number);
  expect(retainedUntil?.getTime()).toBe(young + 365 * dayMs);
  const left = async () => (await messagesOf(userId)).map((row) => row.id).sort();
  // The oldest message was sent more than a year ago, so it was deleted at once.
  expect(await left()).toEqual(ids.slice(1));
  expect(await erasureOf(id)).toMatchObject({ messages: 3, total: 3 });
  expect(await purgeErased()).toBe(0);
  const dueAt = async () => (await erasureOf(id)).purgeAt?.getTime();
  expect(await dueAt()).toBe(old + 365 * dayMs);
  const makeDue = () => prisma.erasure.update({ where: { id }, data: { purgeAt: new Date(now) } });
  setClock(old + 365 * dayMs + 1);
  await makeDue();
  expect(await purgeErased()).toBe(1);
  expect(await left()).toEqual(ids.slice(2));
  expect(await dueAt()).toBe(young + 365 * dayMs);
  setClock(young + 365 * dayMs + 1);
  await makeDue();
  expect(await purgeErased()).toBe(1);
  expect(await left()).toEqual([]);
  expect((await erasureOf(id)).purgeAt).toBeNull();
});

test('receipts that arrive during an erasure are still matched, and no message part contains the number afterwards', async () => {
  const account = await anAccount();
  const caller = await toCaller(account);
  const messages = Array.from({ length: 30 }, () => aRow(caller, number, { segments: 2 }));
  await acceptMessages([{ caller, messages, idempotency: null, answer: null }]);
  const { id } = await requestErasure(account.userId, number, 'dk_1');
  const ofMessages = async () => {
    for (const message of messages) {
      await recordTestAttempt(message, 'sent');
      const state = messages.indexOf(message) % 3 === 0 ? 'undelivered' : 'delivered';
      await recordTestReceipts(message, state, 1_000);
    }
  };
  let isOver = false;
  const ofErasure = async () => {
    while (!isOver) await runErasure(id);
  };
  await Promise.all([
    ofMessages().finally(() => {
      isOver = true;
    }),
    ofErasure(),
    ofErasure(),
  ]);
  await runTestErasure(id);
  expect(await erasureOf(id)).toMatchObject({ state: 'done', messages: 30, total: 30, open: 0 });
  const pseudonym = pseudonymOf(account.userId, number);
  const rows = await messagesOf(account.userId);
  expect(rows.filter(({ recipient }) => recipient === pseudonym)).toHaveLength(30);
  const states = messages.map((_, no) => (no % 3 === 0 ? 'undelivered' : 'delivered')).sort();
  expect(rows.map(({ state }) => state).sort()).toEqual(states);
  const parts = await prisma.messagePart.findMany({
    where: { messageId: { in: messages.map((message) => message.id) } },
  });
  expect(new Set(parts.map(({ recipient }) => recipient))).toEqual(new Set([pseudonym]));
});

test('erases more messages than fit into one batch, even while other workers change them', async () => {
  const { userId } = await anAccount();
  const at = Date.now() - dayMs;
  await insertMessages(
    userId,
    Array.from({ length: 2_500 }, (_, no) => ({ recipient: number, at: new Date(at + no) })),
  );
  const { id } = await requestErasure(userId, number, 'dk_1');
  await Promise.all([runTestErasure(id), runTestErasure(id), runTestErasure(id)]);
  expect(await erasureOf(id)).toMatchObject({ state: 'done', total: 2_500, messages: 2_500 });
  expect(await prisma.message.count({ where: { userId, recipient: number } })).toBe(0);
});

test('the erasure of a lost worker is enqueued again, and a waiting erasure is enqueued when it is due', async () => {
  await prisma.erasure.deleteMany();
  const { userId } = await anAccount();
  const { id } = await requestErasure(userId, number, 'dk_1');
  expect(await requeueErasures()).toBe(0);
  await prisma.erasure.update({ where: { id }, data: { dueAt: new Date(Date.now() - 1_000) } });
  expect(await requeueErasures()).toBe(1);
  expect(await requeueErasures()).toBe(0);
  await runTestErasure(id);
  await prisma.erasure.update({ where: { id }, data: { dueAt: new Date(0) } });
  expect(await requeueErasures()).toBe(0);
});

test('erasures without retained messages are deleted after 400 days, and other erasures are kept', async () => {
  const { userId } = await anAccount();
  await insertMessages(userId, [{ recipient: number, at: new Date() }]);
  const [kept, gone] = [await eraseNumber(userId, number), await eraseNumber(userId, other)];
  await purgeErased();
  const before = [kept, gone].map(({ id }) => id);
  await prisma.$executeRaw`UPDATE erasures SET id = replace(id, 'ers_01', 'ers_00') WHERE user_id = ${userId}`;
  expect(await deleteOldErasures()).toBe(1);
  const left = await prisma.erasure.findMany({ where: { userId } });
  expect(left.map(({ id }) => id)).toEqual([before[0]?.replace('ers_01', 'ers_00')]);
});
