import { expect, test } from 'vitest';
import type { Attempt, PartRow } from '#domain/messaging/delivery/contract.ts';
import {
  matchPartReceipts,
  matchStoredReceipt,
} from '#domain/messaging/delivery/receipts/match-stored-receipts.server.ts';
import { receiveReceipt } from '#domain/messaging/delivery/receipts/receive-receipt.server.ts';
import {
  matchLongWaiting,
  matchPendingReceipts,
  purgeReceipts,
} from '#domain/messaging/delivery/reconcile/match-pending-receipts.server.ts';
import { recordAttempt } from '#domain/messaging/delivery/record-attempt.server.ts';
import { acceptMessages } from '#domain/messaging/messages/accept-messages.server.ts';
import { buildMessageRow } from '#domain/messaging/messages/build-message-row.server.ts';
import { prisma, query } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { anAccount } from '../support/account.ts';
import { reserveTestMessage, toCaller } from '../support/message-fixtures.ts';
import { until } from '../support/until.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const noon = Date.UTC(2026, 3, 6, 12);

let made = 0;
/** A number that no other test uses. */
const aNumber = () => `+91${9_700_000_000 + ++made}`;

type Sent = Partial<Pick<PartRow, 'carrier_message_id' | 'reference' | 'state'>>;

/** A message that a carrier took as 7, accepted at a time in milliseconds and valid for an hour. */
async function sent(recipient: string, at: number, given: Sent = {}): Promise<PartRow> {
  const { part, record } = await submitted(recipient, at, given);
  await record();
  return part;
}

/** The same, whose outcome is recorded later. */
async function submitted(recipient: string, at: number, given: Sent = {}) {
  const caller = await toCaller(await anAccount());
  const row = buildMessageRow(caller, {
    ...{ recipient, sender: undefined, templateId: undefined },
    content: { text: 'Hello', encoding: 'gsm7', segments: 1 },
  });
  const [id, created_at] = [newId('msg', at), new Date(at)];
  const message = { ...row, id, created_at, valid_until: new Date(at + hourMs) };
  await acceptMessages([{ caller, messages: [message], idempotency: null, answer: null }]);
  const reservation = await reserveTestMessage(caller.userId, id);
  if (reservation === null) throw new Error('nobody else reserves it');
  const part: PartRow = {
    ...{ message_id: id, seq: 1, carrier: 'first', carrier_message_id: '7', reference: made },
    ...{ recipient, state: 'sent', submitted_at: created_at, ...given },
  };
  const attempt: Attempt = {
    ...{ messageId: id, reservation, lane: 'messages', reason: null },
    ...{ state: part.state === 'sent' ? 'sent' : 'unknown', parts: [part], events: [] },
    ...{ retryInMs: null, counted: false, refund: false },
  };
  return { part, record: () => recordAttempt(attempt) };
}

type Came = { reference?: number; status?: string };

/** A receipt for id 7 in the inbox. @returns its id there */
async function receipt(
  recipient: string,
  at: number,
  { reference, status = 'DELIVRD' }: Came = {},
) {
  const { id } = await prisma.receiptInbox.create({
    data: {
      ...{ carrier: 'first', carrierMessageId: '7', status, reference: reference ?? null },
      state: status === 'ENROUTE' ? 'enroute' : status === 'DELIVRD' ? 'delivered' : 'undelivered',
      ...{ recipient: recipient.slice(1), receivedAt: new Date(at) },
    },
  });
  return Number(id);
}

async function stateOf({ message_id: id }: PartRow) {
  return (await prisma.message.findUniqueOrThrow({ where: { id } })).state;
}

async function receiptsOf({ message_id: id }: PartRow): Promise<number> {
  const rows = await query(
    'receipts-of',
    "SELECT FROM message_timeline WHERE message_id = $1 AND kind = 'receipt'",
    [id],
  );
  return rows.length;
}

test.each([
  ['came before the message was accepted', -10 * minuteMs],
  ['came more than 72 hours after its validity', 73 * hourMs + minuteMs],
])('a receipt that %s settles nothing', async (_, afterMs) => {
  const to = aNumber();
  const part = await sent(to, noon);
  const id = await receipt(to, noon + afterMs);
  expect(await matchStoredReceipt(id)).toBe(false);
  await matchPartReceipts([part]);
  await matchLongWaiting();
  expect(await stateOf(part)).toBe('sent');
});

test('a receipt 72 hours after the validity still settles its message', async () => {
  const to = aNumber();
  const part = await sent(to, noon);
  expect(await matchStoredReceipt(await receipt(to, noon + 73 * hourMs))).toBe(true);
  expect(await stateOf(part)).toBe('delivered');
});

test('of two messages with the same id and handset, the newer is settled first, then the older', async () => {
  const to = aNumber();
  const [older, newer] = [await sent(to, noon), await sent(to, noon + minuteMs)];
  await matchStoredReceipt(await receipt(to, noon + 2 * minuteMs));
  expect([await stateOf(older), await stateOf(newer)]).toEqual(['sent', 'delivered']);
  await matchStoredReceipt(await receipt(to, noon + 3 * minuteMs, { status: 'UNDELIV' }));
  expect([await stateOf(older), await stateOf(newer)]).toEqual(['undelivered', 'delivered']);
  await matchStoredReceipt(await receipt(to, noon + 4 * minuteMs));
  expect([await receiptsOf(older), await receiptsOf(newer)]).toEqual([1, 2]);
});

test('a receipt that echoes our reference settles the message that has it, the older one too', async () => {
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

test('receipts that are not final take no message’s place', async () => {
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

test('as many receipts as messages settle each once, from both sides at the same time', async () => {
  for (let round = 0; round < 20; round++) {
    const to = aNumber();
    const parts = [];
    for (let i = 0; i < 3; i++) parts.push(await sent(to, noon + i * minuteMs));
    const ids = await Promise.all(parts.map(() => receipt(to, noon + 5 * minuteMs)));
    await Promise.all([
      matchPartReceipts(parts),
      ...ids.map(matchStoredReceipt),
      // As the sweep of another worker would.
      matchLongWaiting(),
    ]);
    expect(await Promise.all(parts.map(stateOf))).toEqual(['delivered', 'delivered', 'delivered']);
    expect(await Promise.all(parts.map(receiptsOf))).toEqual([1, 1, 1]);
  }
});

/** A receipt for id 7 that comes in now. */
const comesIn = (recipient: string, { reference, status = 'DELIVRD' }: Came = {}) =>
  receiveReceipt({
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
  await comesIn(to);
  expect(await inbox(to)).toBe(1);
  await record();
  await matchPartReceipts([part]);
  expect([await stateOf(part), await inbox(to)]).toEqual(['delivered', 0]);
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

test('of two unanswered messages with the same reference, only the newer one takes the id of a receipt', async () => {
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

test('a receipt for another number with the reference of an unanswered message is not its own', async () => {
  const part = await sent(aNumber(), noon, {
    ...{ reference: 44, carrier_message_id: null, state: 'unknown' },
  });
  await receipt(aNumber(), noon + minuteMs, { reference: 44 });
  await matchLongWaiting();
  expect(await stateOf(part)).toBe('unknown');
});

test('receipts of the last ten minutes are looked at often, older ones rarely, and after 7 days they are deleted', async () => {
  const lost = { carrier_message_id: null, state: 'unknown' } as const;
  const now = Date.now();
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
  const left = await prisma.receiptInbox.findMany({ where: { id: { in: [stays, goes] } } });
  expect(left.map(({ id }) => Number(id))).toEqual([Number(stays)]);
});
