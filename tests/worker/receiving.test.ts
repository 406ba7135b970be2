import { expect, test } from 'vitest';
import { matchPartReceipts } from '#domain/delivery/receipts/match-stored-receipts.ts';
import { receiveReceipt } from '#domain/delivery/receipts/receive-receipt.ts';
import { recordAttempt } from '#domain/delivery/record-attempt.ts';
import { prisma } from '#platform/db.ts';
import { aNumber, receiptsOf, sent, stateOf, submitted } from '../support/sent-segments.ts';
import { until } from '../support/until.ts';

const minuteMs = 60_000;

type Came = { reference?: number; status?: string; errorText?: string };

/** A receipt for id 7 that comes in now. */
const comesIn = (recipient: string, { reference, status = 'DELIVRD', errorText }: Came = {}) =>
  receiveReceipt({
    ...(errorText !== undefined && { errorText }),
    ...{ carrier: 'first', carrierMessageId: '7', status, errorCode: null },
    state: status === 'ENROUTE' ? 'enroute' : status === 'DELIVRD' ? 'delivered' : 'undelivered',
    ...{ recipient: recipient.slice(1), reference: reference ?? null },
  });

const inbox = (recipient: string) =>
  prisma.receiptInbox.count({ where: { recipient: recipient.slice(1) } });

test('a receipt is matched as it comes in, by the same rules, and is not in the inbox', async () => {
  const now = Date.now();
  const to = aNumber();
  const older = await sent(to, now - 3 * minuteMs, { reference: 11 });
  const middle = await sent(to, now - 2 * minuteMs, { reference: 22 });
  const newer = await sent(to, now - minuteMs, { reference: 33 });
  await Promise.all([
    comesIn(to, { status: 'ENROUTE' }),
    comesIn(to, { reference: 11, status: 'UNDELIV' }),
    comesIn(to),
  ]);
  expect(await Promise.all([older, middle, newer].map(stateOf))).toEqual([
    ...['undelivered', 'sent', 'delivered'],
  ]);
  await Promise.all([comesIn(to), comesIn(to)]);
  expect(await Promise.all([older, middle, newer].map(stateOf))).toEqual([
    ...['undelivered', 'delivered', 'delivered'],
  ]);
  const found = await Promise.all([older, middle, newer].map(receiptsOf));
  expect(found.reduce((sum, count) => sum + count, 0)).toBe(5);
  expect(await inbox(to)).toBe(0);
});

test('a receipt that comes before its segment is recorded waits in the inbox, and settles it then', async () => {
  const to = aNumber();
  const { part, record } = await submitted(to, Date.now());
  await comesIn(to, { status: 'UNDELIV', errorText: 'The number is not in service' });
  expect(await inbox(to)).toBe(1);
  await record();
  await matchPartReceipts([part]);
  expect([await stateOf(part), await inbox(to)]).toEqual(['undelivered', 0]);
  expect(await prisma.message.findUniqueOrThrow({ where: { id: part.message_id } })).toMatchObject({
    reason: 'UNDELIV: The number is not in service',
  });
});

test('a receipt with the reference of a segment that is not recorded yet is not its predecessor’s', async () => {
  const now = Date.now();
  const to = aNumber();
  const older = await sent(to, now - minuteMs, { reference: 11 });
  await comesIn(to, { reference: 11 });
  const { part, record } = await submitted(to, now, { reference: 22 });
  await comesIn(to, { reference: 22, status: 'UNDELIV' });
  await record();
  await matchPartReceipts([part]);
  expect(await Promise.all([older, part].map(stateOf))).toEqual(['delivered', 'undelivered']);
  expect(await Promise.all([older, part].map(receiptsOf))).toEqual([1, 1]);
});

test('a segment that has its id from a receipt still learns when it was submitted', async () => {
  const to = aNumber();
  const unanswered = { reference: 66, carrier_message_id: null, state: 'unknown' } as const;
  const lost = await sent(to, Date.now(), unanswered);
  await prisma.messagePart.updateMany({
    where: { messageId: lost.message_id },
    data: { carrierMessageId: '7', submittedAt: null },
  });
  const at = new Date();
  await recordAttempt({
    ...{
      messageId: lost.message_id,
      reservation: 0,
      lane: 'messages',
      state: 'sent',
      reason: null,
    },
    parts: [{ ...lost, carrier_message_id: '7', state: 'sent', submitted_at: at }],
    ...{ events: [], retryInMs: null, counted: false, refund: false },
  });
  const part = await prisma.messagePart.findFirstOrThrow({ where: { messageId: lost.message_id } });
  expect([part.submittedAt, part.state]).toEqual([at, 'sent']);
});

test('a receipt and its segment that are written at the same time find each other', async () => {
  for (let round = 0; round < 40; round++) {
    const to = aNumber();
    const { part, record } = await submitted(to, Date.now());
    await Promise.all([record().then(() => matchPartReceipts([part])), comesIn(to)]);
    await until('it is settled', async () => (await stateOf(part)) === 'delivered');
    expect(await receiptsOf(part)).toBe(1);
  }
});
