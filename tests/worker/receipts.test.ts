import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  matchPartReceipts,
  matchStoredReceipt,
} from '#domain/delivery/receipts/match-stored-receipts.ts';
import { receiveReceipt } from '#domain/delivery/receipts/receive-receipt.ts';
import {
  listUnmatched,
  matchLongWaiting,
  matchPendingReceipts,
  purgeReceipts,
} from '#domain/delivery/reconcile/match-pending-receipts.ts';
import { recordAttempt } from '#domain/delivery/record-attempt.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { prisma } from '#platform/db.ts';
import { until } from '../harness/until.ts';
import { aNumber, receiptsOf, sent, stateOf, submitted } from '../support/sent-segments.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const noon = Date.UTC(2026, 3, 6, 12);

/** Sets the database clock until the test ends. */
function standAt(now: number): void {
  const clock = vi.spyOn(databaseClock, 'now').mockReturnValue(now);
  onTestFinished(() => clock.mockRestore());
}

const toState = (status: string) =>
  status === 'ENROUTE' ? 'enroute' : status === 'DELIVRD' ? 'delivered' : 'undelivered';

type Came = {
  id?: string;
  reference?: number;
  status?: string;
  settlesAll?: boolean;
  errorText?: string;
};

/** Inserts a receipt into the inbox, by default for the carrier's id 7. @returns its id in the inbox */
async function receipt(
  recipient: string,
  at: number,
  { id: carrierMessageId = '7', reference, status = 'DELIVRD', settlesAll = false }: Came = {},
) {
  const { id } = await prisma.receiptInbox.create({
    data: {
      ...{ carrier: 'first', carrierMessageId, status, reference: reference ?? null },
      state: toState(status),
      ...{ recipient: recipient.slice(1), receivedAt: new Date(at), settlesAll },
    },
  });
  return { id: Number(id), verdict: null };
}

describe('in the inbox', () => {
  beforeEach(() => standAt(noon));

  test.each([
    ['arrived before the message was accepted', -10 * minuteMs],
    ['arrived more than 72 hours after its validity', 73 * hourMs + minuteMs],
  ])('a receipt that %s settles nothing', async (_, afterMs) => {
    const to = aNumber();
    const part = await sent(to, noon);
    const id = await receipt(to, noon + afterMs);
    expect(await matchStoredReceipt(id)).toBe(false);
    await matchPartReceipts([part]);
    await matchLongWaiting();
    expect(await stateOf(part)).toBe('sent');
  });

  test('a receipt that arrives 72 hours after the end of the validity still settles its message', async () => {
    const to = aNumber();
    const part = await sent(to, noon);
    expect(await matchStoredReceipt(await receipt(to, noon + 73 * hourMs))).toBe(true);
    expect(await stateOf(part)).toBe('delivered');
  });

  test('of two messages with one id and number, the newer is settled by the first receipt and the older by the second', async () => {
    const to = aNumber();
    const [older, newer] = [await sent(to, noon), await sent(to, noon + minuteMs)];
    await matchStoredReceipt(await receipt(to, noon + 2 * minuteMs));
    expect([await stateOf(older), await stateOf(newer)]).toEqual(['sent', 'delivered']);
    await matchStoredReceipt(await receipt(to, noon + 3 * minuteMs, { status: 'UNDELIV' }));
    expect([await stateOf(older), await stateOf(newer)]).toEqual(['undelivered', 'delivered']);
    await matchStoredReceipt(await receipt(to, noon + 4 * minuteMs));
    expect([await receiptsOf(older), await receiptsOf(newer)]).toEqual([1, 2]);
  });

  test('a receipt with our reference settles the message with that reference, even if that message is older', async () => {
    const to = aNumber();
    const older = await sent(to, noon, { reference: 11 });
    const newer = await sent(to, noon + minuteMs, { reference: 22 });
    const ids = await Promise.all([
      receipt(to, noon + 2 * minuteMs, { reference: 11, status: 'UNDELIV' }),
      receipt(to, noon + 2 * minuteMs, { reference: 11, status: 'UNDELIV' }),
      receipt(to, noon + 2 * minuteMs),
    ]);
    await Promise.all(ids.map(matchStoredReceipt));
    expect([await stateOf(older), await stateOf(newer)]).toEqual(['undelivered', 'delivered']);
    expect([await receiptsOf(older), await receiptsOf(newer)]).toEqual([2, 1]);
  });

  test('a receipt for a whole message waits until each of its segments is recorded, and then settles them all', async () => {
    const to = aNumber();
    const part = await sent(to, noon);
    await prisma.message.updateMany({ where: { id: part.message_id }, data: { segments: 2 } });
    const id = await receipt(to, noon + minuteMs, { settlesAll: true });
    expect(await matchStoredReceipt(id)).toBe(false);
    await prisma.messagePart.create({
      data: {
        ...{ messageId: part.message_id, seq: 2, carrier: 'first', carrierMessageId: '8' },
        ...{ reference: 44, recipient: to, state: 'sent' },
      },
    });
    expect(await matchStoredReceipt(id)).toBe(true);
    expect(
      await prisma.messagePart.findMany({
        where: { messageId: part.message_id },
        select: { seq: true, state: true },
        orderBy: { seq: 'asc' },
      }),
    ).toEqual([1, 2].map((seq) => ({ seq, state: 'delivered' })));
    const { state, partsDelivered } = await prisma.message.findFirstOrThrow({
      where: { id: part.message_id },
    });
    expect([state, partsDelivered]).toEqual(['delivered', 2]);
  });

  test('a receipt for a whole message settles the message even if another carrier rejected one of its segments', async () => {
    const to = aNumber();
    const part = await sent(to, noon);
    await prisma.messagePart.create({
      data: {
        ...{ messageId: part.message_id, seq: 2, carrier: 'second', carrierMessageId: '9' },
        ...{ reference: 45, recipient: to, state: 'undelivered' },
      },
    });
    const id = await receipt(to, noon + minuteMs, { settlesAll: true });
    expect(await matchStoredReceipt(id)).toBe(true);
    expect(await stateOf(part)).toBe('delivered');
  });

  test('intermediate receipts settle no message', async () => {
    const to = aNumber();
    const [older, newer] = [await sent(to, noon), await sent(to, noon + minuteMs)];
    const ids = [
      await receipt(to, noon + 2 * minuteMs, { status: 'ENROUTE' }),
      await receipt(to, noon + 2 * minuteMs),
      await receipt(to, noon + 2 * minuteMs, { status: 'ENROUTE' }),
      await receipt(to, noon + 2 * minuteMs),
    ];
    await Promise.all(ids.map(matchStoredReceipt));
    expect([await stateOf(older), await stateOf(newer)]).toEqual(['delivered', 'delivered']);
  });

  test('if workers match receipts to segments and segments to receipts at the same time, each of several messages is settled only once', async () => {
    for (let round = 0; round < 20; round++) {
      const to = aNumber();
      const parts = [];
      for (let i = 0; i < 3; i++) parts.push(await sent(to, noon + i * minuteMs));
      const ids = await Promise.all(parts.map(() => receipt(to, noon + 5 * minuteMs)));
      await Promise.all([
        matchPartReceipts(parts),
        ...ids.map(matchStoredReceipt),
        // In production, the reconciler of another worker may match receipts at the same time.
        matchLongWaiting(),
      ]);
      expect(await Promise.all(parts.map(stateOf))).toEqual([
        'delivered',
        'delivered',
        'delivered',
      ]);
      expect(await Promise.all(parts.map(receiptsOf))).toEqual([1, 1, 1]);
    }
  });

  test('if two unanswered messages have the same reference, only the newer message gets the id of a receipt', async () => {
    const to = aNumber();
    const lost = { reference: 33, carrier_message_id: null, state: 'unknown' } as const;
    const settled = await sent(to, noon - 200 * hourMs, lost);
    const [older, newer] = [await sent(to, noon, lost), await sent(to, noon + minuteMs, lost)];
    await receipt(to, noon + 2 * minuteMs, { reference: 33 });
    await matchLongWaiting();
    expect(await Promise.all([settled, older, newer].map(stateOf))).toEqual([
      'unknown',
      'unknown',
      'delivered',
    ]);
  });

  test('a receipt that matches no message is listed after five minutes', async () => {
    const now = Date.now();
    await receipt('+919000000001', now - 6 * minuteMs, { id: 'stranger' });
    await receipt('+919000000001', now, { id: 'newcomer' });
    const ids = (await listUnmatched('first')).map(({ carrierMessageId }) => carrierMessageId);
    expect(ids).toContain('stranger');
    expect(ids).not.toContain('newcomer');
    expect(await listUnmatched('second')).toEqual([]);
  });

  test('a receipt for another number does not match an unanswered message with the same reference', async () => {
    const part = await sent(aNumber(), noon, {
      ...{ reference: 44, carrier_message_id: null, state: 'unknown' },
    });
    await receipt(aNumber(), noon + minuteMs, { reference: 44 });
    await matchLongWaiting();
    expect(await stateOf(part)).toBe('unknown');
  });

  test('a receipt without an id settles the newest open part with its number and reference', async () => {
    const now = Date.now();
    standAt(now);
    const to = aNumber();
    const older = await sent(to, now - 3 * hourMs, { reference: 61 });
    const newer = await sent(to, now - 2 * hourMs, { reference: 61 });
    const other = await sent(to, now - hourMs, { reference: 62 });
    await receipt(to, now - 2 * minuteMs, { id: '', reference: 61, status: 'UNDELIV' });
    await receipt(to, now - 2 * minuteMs, { id: '' });
    await receipt(aNumber(), now - 2 * minuteMs, { id: '', reference: 62 });
    expect(await matchLongWaiting()).toBe(1);
    expect(await Promise.all([older, newer, other].map(stateOf))).toEqual([
      'sent',
      'undelivered',
      'sent',
    ]);
  });

  test('stored receipts are matched often for ten minutes, then rarely, and are deleted after 7 days', async () => {
    const lost = { carrier_message_id: null, state: 'unknown' } as const;
    const now = Date.now();
    standAt(now);
    const cameAt = async (reference: number, at: number) => {
      const to = aNumber();
      const part = await sent(to, now - 20 * minuteMs, { ...lost, reference });
      await receipt(to, at, { reference });
      return part;
    };
    const young = await cameAt(55, now - 9 * minuteMs);
    const old = await cameAt(56, now - 11 * minuteMs);

    expect(await matchPendingReceipts()).toBe(1);
    expect(await Promise.all([young, old].map(stateOf))).toEqual(['delivered', 'unknown']);
    expect(await matchLongWaiting()).toBe(1);
    expect(await stateOf(old)).toBe('delivered');

    const stays = await receipt(aNumber(), now - 167 * hourMs);
    const goes = await receipt(aNumber(), now - 169 * hourMs);
    expect(await purgeReceipts()).toBeGreaterThan(0);
    const left = await prisma.receiptInbox.findMany({ where: { id: { in: [stays.id, goes.id] } } });
    expect(left.map(({ id }) => Number(id))).toEqual([stays.id]);
  });
});

/** Receives a receipt for id 7. */
const comesIn = (recipient: string, { reference, status = 'DELIVRD', errorText }: Came = {}) =>
  receiveReceipt({
    ...(errorText !== undefined && { errorText }),
    ...{ carrier: 'first', carrierMessageId: '7', status, errorCode: null },
    state: toState(status),
    ...{ recipient: recipient.slice(1), reference: reference ?? null },
  });

const inbox = (recipient: string) =>
  prisma.receiptInbox.count({ where: { recipient: recipient.slice(1) } });

test('a receipt matched on arrival follows the same rules as a stored receipt, and is not stored in the inbox', async () => {
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

test('a receipt that arrives before its segment is recorded waits in the inbox, and then settles the segment', async () => {
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

test('a receipt with the reference of an unrecorded segment does not settle an earlier segment', async () => {
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

test('if a segment got its id from a receipt, its submit time is recorded when the attempt is recorded', async () => {
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
    ...{ recipient: to, events: [], retryInMs: null, counted: false, refund: false },
  });
  const part = await prisma.messagePart.findFirstOrThrow({ where: { messageId: lost.message_id } });
  expect([part.submittedAt, part.state]).toEqual([at, 'sent']);
});

test('if a receipt and its segment are stored at the same time, they are matched', async () => {
  for (let round = 0; round < 40; round++) {
    const to = aNumber();
    const { part, record } = await submitted(to, Date.now());
    await Promise.all([record().then(() => matchPartReceipts([part])), comesIn(to)]);
    await until('it is settled', async () => (await stateOf(part)) === 'delivered');
    expect(await receiptsOf(part)).toBe(1);
  }
});
