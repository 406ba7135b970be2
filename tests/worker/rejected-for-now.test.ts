import { expect, onTestFinished, test, vi } from 'vitest';
import { markSubmitting } from '#domain/messaging/delivery/queue/mark-submitting.server.ts';
import { disownMessage } from '#domain/messaging/delivery/queue/release-messages.server.ts';
import { reserveMessages } from '#domain/messaging/delivery/queue/reserve-messages.server.ts';
import { beat } from '#domain/messaging/delivery/queue/worker-heartbeat.server.ts';
import { matchPartReceipts } from '#domain/messaging/delivery/receipts/match-stored-receipts.server.ts';
import { receiveReceipt } from '#domain/messaging/delivery/receipts/receive-receipt.server.ts';
import { expireMessages } from '#domain/messaging/delivery/reconcile/expire-messages.server.ts';
import { markAbandonedMessagesUnknown } from '#domain/messaging/delivery/reconcile/mark-abandoned-unknown.server.ts';
import { matchPendingReceipts } from '#domain/messaging/delivery/reconcile/match-pending-receipts.server.ts';
import { recordLateResponse } from '#domain/messaging/delivery/record-late-response.server.ts';
import { segmentReference } from '#domain/messaging/delivery/segment-reference.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { prisma, query } from '#platform/db.server.ts';
import { reserveTestMessage } from '../support/message-fixtures.ts';
import {
  attemptAgain,
  delivered,
  messageOf,
  type Part,
  queueOf,
  rejectedForNow,
  rejectedWith,
  untilState,
} from '../support/rejected-parts.ts';
import { aNumber, sent, stateOf, submitted } from '../support/sent-segments.ts';
import { until } from '../support/until.ts';

const countedOf = async (part: Part) => {
  const { userId } = await messageOf(part);
  const rows = await prisma.statIncrement.findMany({ where: { userId } });
  return rows.map(({ metric, count }) => `${metric} ${count}`).sort();
};

test('it waits for a minute, then for longer, and is undelivered after the third attempt again', async () => {
  const part = await sent(aNumber(), Date.now());
  let current = part;
  for (const [round, seconds] of [
    [1, 60],
    [2, 240],
    [3, 960],
  ] as const) {
    await rejectedForNow(current);
    await untilState(part, 'queued');
    const queued = await queueOf(part);
    const waits = ((queued?.dueAt.getTime() ?? 0) - Date.now()) / 1_000;
    // Spread by a quarter either way.
    expect(waits).toBeGreaterThan(0.75 * seconds - 20);
    expect(waits).toBeLessThan(1.25 * seconds + 20);
    expect(await messageOf(part)).toMatchObject({ attempts: round, sentAt: null, settledAt: null });
    current = await attemptAgain(part, `round ${round}`, round);
    await untilState(part, 'sent');
  }
  await rejectedForNow(current);
  await untilState(part, 'undelivered');
  expect(await messageOf(part)).toMatchObject({ reason: 'UNDELIV 670: dlt_scrubbing_failed' });
  expect(await countedOf(part)).toEqual(['accepted 1', 'failed 1']);
});

test('copies of its receipt, however many and at once, have it sent again once', async () => {
  const part = await sent(aNumber(), Date.now());
  await Promise.all(Array.from({ length: 10 }, () => rejectedForNow(part)));
  await untilState(part, 'queued');
  expect(await messageOf(part)).toMatchObject({ attempts: 1 });
  const own = await attemptAgain(part, 'second', 1);
  await rejectedForNow(part);
  await delivered(own);
  await untilState(part, 'delivered');
  await until('no receipt is left', async () => {
    const recipient = part.recipient.slice(1);
    return (await prisma.receiptInbox.count({ where: { recipient } })) === 0;
  });
  expect(await stateOf(part)).toBe('delivered');
  expect(await countedOf(part)).toEqual(['accepted 1', 'delivered 1']);
});

test('a receipt that comes before its part is recorded has the message sent again, too', async () => {
  const { part, record } = await submitted(aNumber(), Date.now());
  await rejectedForNow(part);
  await record();
  await matchPartReceipts([part]);
  await untilState(part, 'queued');
  expect(await queueOf(part)).not.toBeNull();
});

test('recording an attempt twice, as after a lost response, does not undo that it waits', async () => {
  const { part, record } = await submitted(aNumber(), Date.now());
  await record();
  await rejectedForNow(part);
  await untilState(part, 'queued');
  await record();
  expect(await stateOf(part)).toBe('queued');
  await delivered(await attemptAgain(part, 'second', 1));
  await untilState(part, 'delivered');
});

test('an unknown message is never sent again', async () => {
  const part = await sent(aNumber(), Date.now(), { state: 'unknown' });
  await rejectedForNow(part);
  await untilState(part, 'undelivered');
  expect(await queueOf(part)).toBeNull();
});

test.each([
  ['whose text is deleted', 'content = NULL'],
  ['that would expire before', "valid_until = now() + interval '50 seconds'"],
  ['of several segments', 'segments = 2'],
])('a message %s is undelivered', async (_, change) => {
  const part = await sent(aNumber(), Date.now());
  await query(`change ${change}`, `UPDATE messages SET ${change} WHERE id = $1`, [part.message_id]);
  await rejectedForNow(part);
  await untilState(part, 'undelivered');
  expect(await queueOf(part)).toBeNull();
});

test('one that expires while it waits is not credited, as a carrier had it', async () => {
  const part = await sent(aNumber(), Date.now());
  const { usagePeriodId } = await messageOf(part);
  const used = async () =>
    (await prisma.usagePeriod.findUniqueOrThrow({ where: { id: usagePeriodId } })).messagesUsed;
  const before = await used();
  await rejectedForNow(part);
  await untilState(part, 'queued');
  const end = 'UPDATE message_queue SET valid_until = now() WHERE message_id = $1';
  await query('end-validity', end, [part.message_id]);
  await expireMessages();
  expect(await stateOf(part)).toBe('expired');
  expect(await used()).toBe(before);
});

test('a text that went as a whole is sent again as a whole, and a later refusal is known to cost', async () => {
  const part = await sent(aNumber(), Date.now());
  const id = part.message_id;
  await query('two-segments', 'UPDATE messages SET segments = 2 WHERE id = $1', [id]);
  await query('whole', 'UPDATE message_parts SET segments = 2 WHERE message_id = $1', [id]);
  await rejectedForNow(part);
  await untilState(part, 'queued');
  await query('make-due', 'UPDATE message_queue SET due_at = now() WHERE message_id = $1', [id]);
  await beat();
  const { userId } = await messageOf(part);
  expect(await reserveMessages(userId, 10, 'messages')).toMatchObject([
    { id, sentParts: [], round: 1 },
  ]);
});

test('a second attempt whose response comes late is sent, and delivered by its receipt', async () => {
  const part = await sent(aNumber(), Date.now());
  await rejectedForNow(part);
  await untilState(part, 'queued');
  const own = await attemptAgain(part, null, 1);
  expect(await stateOf(part)).toBe('unknown');
  const recipient = part.recipient.slice(1);
  const { reference } = own;
  const outcome = { kind: 'accepted', carrierMessageId: 'late' } as const;
  await recordLateResponse('first', { reference, recipient, outcome });
  expect(await stateOf(part)).toBe('sent');
  await delivered({ ...own, carrier_message_id: 'late' });
  await untilState(part, 'delivered');
});

test('a second attempt whose worker is lost is unknown, and settled by the receipt with its reference', async () => {
  const part = await sent(aNumber(), Date.now());
  const id = part.message_id;
  await rejectedForNow(part);
  await untilState(part, 'queued');
  await query('make-due', 'UPDATE message_queue SET due_at = now() WHERE message_id = $1', [id]);
  const { userId } = await messageOf(part);
  const reservation = await reserveTestMessage(userId, id);
  if (reservation === null) throw new Error('another worker has reserved it');
  await markSubmitting({ id, reservation }, 'first', 'messages');
  await disownMessage({ id, reservation });
  await query(
    'steady-for-long',
    `UPDATE delivery_workers SET steady_since = now() - interval '10 s' WHERE id <> 'none'`,
    [],
  );
  await markAbandonedMessagesUnknown();
  expect(await stateOf(part)).toBe('unknown');
  await receiveReceipt({
    ...{ carrier: 'first', carrierMessageId: 'other', state: 'delivered', status: 'DELIVRD' },
    ...{ errorCode: '000', recipient: part.recipient.slice(1) },
    reference: segmentReference(id, 17),
  });
  await until('it is delivered', async () => {
    await matchPendingReceipts();
    return (await stateOf(part)) === 'delivered';
  });
});

/** Sets the clock by which hours for promotional messages are looked at, to a time of today by UTC. */
function setHour(time: string): void {
  const day = new Date(Date.now()).toISOString().slice(0, 10);
  const clock = vi.spyOn(databaseClock, 'now').mockReturnValue(Date.parse(`${day}T${time}Z`));
  onTestFinished(() => clock.mockRestore());
}

/** A message that a carrier took and that may wait for hours, as it was accepted. */
async function sentToWait() {
  const part = await sent(aNumber(), Date.now());
  const wait = `
    UPDATE messages SET may_wait = true, valid_until = now() + interval '24 hours' WHERE id = $1`;
  await query('let-wait', wait, [part.message_id]);
  return part;
}

test('a message rejected for the hour is sent at ten, if its caller let it wait', async () => {
  const [waiting, other] = [await sentToWait(), await sent(aNumber(), Date.now())];
  // At 22:00 in India; the next 10:00 may be more than a day away by the clock of the machine.
  setHour('16:30:00');
  await query('valid', `UPDATE messages SET valid_until = now() + '2 days' WHERE id = $1`, [
    waiting.message_id,
  ]);
  for (const part of [waiting, other]) await rejectedWith(part, '651', 'dlt_promo_window');
  await untilState(waiting, 'queued');
  await untilState(other, 'undelivered');
  const dueAt = (await queueOf(waiting))?.dueAt;
  expect(dueAt?.toISOString()).toMatch(/T04:30:00/);
  expect(dueAt?.getTime()).toBeGreaterThan(Date.now());
  expect(await queueOf(other)).toBeNull();
});

test('a message sent at ten that was too early by the operator’s clock is sent again soon', async () => {
  const early = await sentToWait();
  setHour('04:30:02');
  await rejectedWith(early, '651', 'dlt_promo_window');
  await untilState(early, 'queued');
  const dueAt = (await queueOf(early))?.dueAt.getTime() ?? 0;
  expect(dueAt - Date.now()).toBeLessThan(5 * 60_000);
});
