import { afterEach, expect, test, vi } from 'vitest';
import { liveDays } from '#domain/messaging/months/live-ids.ts';
import { pseudonymOf, requestErasure } from '#domain/messaging/privacy/request-erasure.ts';
import { suppress } from '#domain/messaging/recipients/suppressions.ts';
import { prisma } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { anAccount } from '../support/account.ts';
import { eraseNumber, erasureOf, runTestErasure } from '../support/erasures.ts';
import {
  acceptTestMessage,
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

/** A one-time password that was sent `agoMs` ago. */
const anOtp = (userId: string, agoMs: number, more = {}) =>
  prisma.otp.create({
    data: {
      id: newId('otp', Date.now() - agoMs),
      ...{ userId, keyId: 'dk_1', recipient: number, codeHash: Buffer.from('x'), state: 'expired' },
      createdAt: new Date(Date.now() - agoMs),
      expiresAt: new Date(Date.now() - agoMs + 300_000),
      ...more,
    },
  });

test('an erasure erases the number and the texts from all messages to this number and from their parts, and erases nothing else', async () => {
  const { userId } = await anAccount();
  const stranger = await anAccount();
  const at = new Date(Date.now() - 40 * dayMs);
  await insertMessages(userId, [
    { recipient: number, at },
    { recipient: number, at, state: 'undelivered', content: null },
    { recipient: other, at },
  ]);
  await insertMessages(stranger.userId, [{ recipient: number }]);
  const [part] = await messagesOf(userId);
  await prisma.messagePart.create({
    data: {
      ...{ messageId: part?.id ?? '', seq: 1, carrier: 'first', reference: 1 },
      ...{ recipient: number, state: 'delivered' },
    },
  });
  const { id } = await eraseNumber(userId, number);
  const rows = (await messagesOf(userId)).sort((a, b) => (a.id < b.id ? -1 : 1));
  const pseudonym = pseudonymOf(userId, number);
  expect(pseudonym).toMatch(/^erased_[0-9a-f]{20}$/);
  expect(rows.map((row) => [row.recipient, row.content !== null])).toEqual([
    [pseudonym, false],
    [pseudonym, false],
    [other, true],
  ]);
  expect(rows.map(({ encryptedContent }) => encryptedContent)).toEqual([null, null, null]);
  const parts = await prisma.messagePart.findMany({ where: { messageId: part?.id ?? '' } });
  expect(parts.map(({ recipient }) => recipient)).toEqual([pseudonym]);
  expect(await messagesOf(stranger.userId)).toMatchObject([{ recipient: number }]);
  expect(await erasureOf(id)).toMatchObject({
    ...{ state: 'done', recipient: null, total: 2, messages: 2, open: 0, codes: 0 },
  });
});

test('one account always has the same pseudonym for a number, and other accounts have other pseudonyms for this number', async () => {
  expect(pseudonymOf('usr_1', number)).toBe(pseudonymOf('usr_1', number));
  expect(new Set(['usr_1', 'usr_2'].map((id) => pseudonymOf(id, number))).size).toBe(2);
  expect(pseudonymOf('usr_1', other)).not.toBe(pseudonymOf('usr_1', number));
});

test('a sent message is erased only after its receipt has arrived', async () => {
  const account = await anAccount();
  const caller = await toCaller(account);
  const message = await acceptTestMessage(caller, new Date());
  const { id } = await eraseNumber(account.userId, message.recipient);
  const waiting = await erasureOf(id);
  expect(waiting).toMatchObject({ state: 'waiting', open: 1, messages: 0 });
  expect(waiting.dueAt.getTime() - waiting.requestedAt.getTime()).toBeLessThan(120_000);
  await recordTestAttempt(message, 'sent');
  await runTestErasure(id);
  expect(await erasureOf(id)).toMatchObject({ state: 'waiting', open: 1, messages: 0 });
  expect(await messagesOf(account.userId)).toMatchObject([{ recipient: message.recipient }]);
  await recordTestReceipts(message, 'delivered', 1_000);
  await runTestErasure(id);
  expect(await erasureOf(id)).toMatchObject({ state: 'done', open: 0, messages: 1, total: 1 });
  const pseudonym = pseudonymOf(account.userId, message.recipient);
  expect(await messagesOf(account.userId)).toMatchObject([
    { recipient: pseudonym, content: null, state: 'delivered' },
  ]);
});

test('a message without a receipt is erased when a receipt can no longer arrive', async () => {
  const { userId } = await anAccount();
  await insertMessages(userId, [
    { recipient: number, state: 'sent', at: new Date(Date.now() - (liveDays + 1) * dayMs) },
    { recipient: number, state: 'sent', at: new Date(Date.now() - (liveDays - 1) * dayMs) },
  ]);
  const { id } = await eraseNumber(userId, number);
  expect(await erasureOf(id)).toMatchObject({ state: 'waiting', open: 1, messages: 1 });
  setClock(Date.now() + 2 * dayMs);
  await runTestErasure(id);
  expect(await erasureOf(id)).toMatchObject({ state: 'done', open: 0, messages: 2 });
});

test('a second request extends the unfinished erasure to messages sent since the first request', async () => {
  const { userId } = await anAccount();
  await insertMessages(userId, [{ recipient: number, state: 'queued', at: new Date() }]);
  const first = await eraseNumber(userId, number);
  const [later = ''] = await insertMessages(userId, [{ recipient: number, at: new Date() }]);
  const again = await Promise.all(
    Array.from({ length: 5 }, () => requestErasure(userId, number, 'dk_1')),
  );
  expect(new Set(again.map(({ id }) => id))).toEqual(new Set([first.id]));
  await Promise.all([runTestErasure(first.id), runTestErasure(first.id)]);
  expect(await erasureOf(first.id)).toMatchObject({ state: 'waiting', total: 2, messages: 1 });
  const row = await prisma.message.findFirstOrThrow({ where: { id: later } });
  expect(row.recipient).toBe(pseudonymOf(userId, number));
});

test('a message sent after the request stays until the next erasure request', async () => {
  const { userId } = await anAccount();
  await insertMessages(userId, [{ recipient: number, at: new Date() }]);
  const { id } = await requestErasure(userId, number, 'dk_1');
  const [later = ''] = await insertMessages(userId, [
    { recipient: number, at: new Date(Date.now() + 1_000) },
  ]);
  await runTestErasure(id);
  expect((await erasureOf(id)).state).toBe('done');
  const find = () => prisma.message.findFirstOrThrow({ where: { id: later } });
  expect((await find()).recipient).toBe(number);
  const second = await eraseNumber(userId, number);
  expect(second.id).not.toBe(id);
  expect((await find()).recipient).toBe(pseudonymOf(userId, number));
});

test('one-time passwords are deleted at once, except those of the last day, which are deleted when they no longer count towards a limit', async () => {
  const { userId } = await anAccount();
  const [old, young] = [await anOtp(userId, 2 * dayMs), await anOtp(userId, dayMs / 2)];
  for (const { id: otpId } of [old, young]) {
    const email = { id: `mail_${otpId}`, kind: 'otp_code', email: 'asha@example.com' } as const;
    await prisma.email.create({
      data: { ...email, state: 'sent', createdAt: new Date(), dueAt: new Date() },
    });
    const attempt = { round: 0, position: 0, channel: 'email', afterSeconds: 0 } as const;
    await prisma.otpSendAttempt.create({
      data: {
        ...{ id: `att_${otpId}`, otpId, ...attempt, email: email.email },
        ...{ state: 'started', emailId: email.id },
      },
    });
  }
  const { id } = await eraseNumber(userId, number);
  expect(await erasureOf(id)).toMatchObject({ state: 'waiting', codes: 1, open: 0 });
  const left = await prisma.otp.findMany({ where: { userId } });
  expect(left.map((otp) => otp.id)).toEqual([young.id]);
  const emails = await prisma.email.findMany({ where: { email: 'asha@example.com' } });
  expect(emails.map((email) => email.id)).toEqual([`mail_${young.id}`]);
  await prisma.otp.update({
    where: { id: young.id },
    data: { createdAt: new Date(Date.now() - 2 * dayMs) },
  });
  await runTestErasure(id);
  expect(await erasureOf(id)).toMatchObject({ state: 'done', codes: 2 });
  expect(await prisma.email.count({ where: { email: 'asha@example.com' } })).toBe(0);
  expect(await prisma.otpSendAttempt.count({ where: { email: 'asha@example.com' } })).toBe(0);
});

test('an erased number stays suppressed', async () => {
  const { userId } = await anAccount();
  await suppress(userId, [number], 'Replied STOP');
  await eraseNumber(userId, number);
  expect(await prisma.suppression.count({ where: { userId, recipient: number } })).toBe(1);
});

test('an erasure that finds nothing ends at once, and retains nothing', async () => {
  const { userId } = await anAccount();
  const { id, retainedUntil } = await eraseNumber(userId, number);
  expect(retainedUntil).toBeNull();
  expect(await erasureOf(id)).toMatchObject({ state: 'done', total: 0, messages: 0 });
});
