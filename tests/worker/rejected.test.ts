import { expect, onTestFinished, test, vi } from 'vitest';
import { checkBeforeSubmit } from '#domain/delivery/check-before-submit.ts';
import type { Attempt, ReservedMessage } from '#domain/delivery/contract.ts';
import { deliverMessage } from '#domain/delivery/deliver-message.ts';
import { segmentReference } from '#domain/delivery/prepare-submits.ts';
import {
  leaveToReconciler,
  markSubmitting,
  reserveMessages,
} from '#domain/delivery/queue/reserve-messages.ts';
import { writeHeartbeat } from '#domain/delivery/queue/worker-heartbeat.ts';
import { matchPartReceipts } from '#domain/delivery/receipts/match-stored-receipts.ts';
import { receiveReceipt } from '#domain/delivery/receipts/receive-receipt.ts';
import { expireMessages } from '#domain/delivery/reconcile/end-waiting-messages.ts';
import { matchPendingReceipts } from '#domain/delivery/reconcile/match-pending-receipts.ts';
import { markAbandonedMessagesUnknown } from '#domain/delivery/reconcile/recover-lost-workers.ts';
import { recordAttempt } from '#domain/delivery/record-attempt.ts';
import { recordLateResponse } from '#domain/delivery/record-late-response.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { prisma, query } from '#platform/db.ts';
import { until } from '../harness/until.ts';
import { reserveTestMessage } from '../support/message-fixtures.ts';
import {
  messageOf,
  type Part,
  queueOf,
  rejectedForNow,
  rejectedWith,
  untilState,
} from '../support/rejected-parts.ts';
import { aNumber, sent, stateOf, submitted } from '../support/sent-segments.ts';

const delivered = ({ carrier_message_id: id, recipient }: Part) =>
  receiveReceipt({
    ...{ carrier: 'first', carrierMessageId: id ?? '', state: 'delivered', status: 'DELIVRD' },
    ...{ errorCode: '000', recipient: recipient.slice(1), reference: null },
  });

const countedOf = async (part: Part) => {
  const { userId } = await messageOf(part);
  const rows = await prisma.statIncrement.findMany({ where: { userId } });
  return rows.map(({ metric, count }) => `${metric} ${count}`).sort();
};

const makeDue = (id: string) =>
  query('make-due', 'UPDATE message_queue SET due_at = now() WHERE message_id = $1', [id]);

/** Submits a message again without waiting for its retry. The carrier accepts it with another id, or does not respond. */
async function again(part: Part, carrierMessageId: string | null, round: number): Promise<Part> {
  const state = carrierMessageId === null ? 'unknown' : 'sent';
  const id = part.message_id;
  await makeDue(id);
  const { userId } = await messageOf(part);
  const reservation = await reserveTestMessage(userId, id);
  if (reservation === null) throw new Error('nobody else reserves it');
  const own: Part = {
    ...part,
    ...{ seq: 16 * round + 1, reference: part.reference + round, state },
    ...{ carrier_message_id: carrierMessageId },
    submitted_at: state === 'sent' ? new Date() : null,
  };
  const attempt: Attempt = {
    ...{ messageId: id, reservation, lane: 'messages', reason: null, state },
    recipient: part.recipient,
    ...{ parts: [own], events: [], retryInMs: null, counted: false, refund: false },
  };
  await recordAttempt(attempt);
  await matchPartReceipts([own]);
  return own;
}

test('a temporarily rejected message is retried after a minute, then after longer delays, and is undelivered after three retries', async () => {
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
    // The delay before a retry varies randomly by up to a quarter.
    expect(waits).toBeGreaterThan(0.75 * seconds - 20);
    expect(waits).toBeLessThan(1.25 * seconds + 20);
    expect(await messageOf(part)).toMatchObject({ attempts: round, sentAt: null, settledAt: null });
    current = await again(part, `round ${round}`, round);
    await untilState(part, 'sent');
  }
  await rejectedForNow(current);
  await untilState(part, 'undelivered');
  expect(await messageOf(part)).toMatchObject({ reason: 'UNDELIV 670: dlt_scrubbing_failed' });
  expect(await countedOf(part)).toEqual(['accepted 1', 'failed 1']);
});

test('a message that is rejected because the operator could not identify its template (636) is retried only once', async () => {
  const part = await sent(aNumber(), Date.now());
  await rejectedWith(part, '0636', 'dlt_scrubbing_failed');
  await untilState(part, 'queued');
  const current = await again(part, 'second', 1);
  await rejectedWith(current, '636', 'dlt_scrubbing_failed');
  await untilState(part, 'undelivered');
});

test('concurrent duplicates of the rejecting receipt cause only one retry', async () => {
  const part = await sent(aNumber(), Date.now());
  await Promise.all(Array.from({ length: 10 }, () => rejectedForNow(part)));
  await untilState(part, 'queued');
  expect(await messageOf(part)).toMatchObject({ attempts: 1 });
  const own = await again(part, 'second', 1);
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

test('a rejecting receipt causes a retry even if it arrives before its segment is recorded', async () => {
  const { part, record } = await submitted(aNumber(), Date.now());
  await rejectedForNow(part);
  await record();
  await matchPartReceipts([part]);
  await untilState(part, 'queued');
  expect(await queueOf(part)).not.toBeNull();
});

test('an attempt that is recorded twice, because a response was lost, does not cancel the retry', async () => {
  const { part, record } = await submitted(aNumber(), Date.now());
  await record();
  await rejectedForNow(part);
  await untilState(part, 'queued');
  await record();
  expect(await stateOf(part)).toBe('queued');
  await delivered(await again(part, 'second', 1));
  await untilState(part, 'delivered');
});

test('an unknown message is not retried after a rejecting receipt', async () => {
  const part = await sent(aNumber(), Date.now(), { state: 'unknown' });
  await rejectedForNow(part);
  await untilState(part, 'undelivered');
  expect(await queueOf(part)).toBeNull();
});

test.each([
  ['whose text is deleted', 'content = NULL'],
  // The delay before the retry is at least 45 seconds.
  ['that would expire before the retry', "valid_until = now() + interval '44 seconds'"],
  ['of several segments', 'segments = 2'],
])(
  'a temporarily rejected message %s is not retried and becomes undelivered',
  async (_, change) => {
    const part = await sent(aNumber(), Date.now());
    await query(`change ${change}`, `UPDATE messages SET ${change} WHERE id = $1`, [
      part.message_id,
    ]);
    await rejectedForNow(part);
    await untilState(part, 'undelivered');
    expect(await queueOf(part)).toBeNull();
  },
);

test('a message that was accepted by a carrier and expires before its retry is not credited back', async () => {
  const part = await sent(aNumber(), Date.now());
  const { usagePeriodId } = await messageOf(part);
  const used = async () =>
    (await prisma.usagePeriod.findUniqueOrThrow({ where: { id: usagePeriodId } })).messagesUsed;
  const before = await used();
  await rejectedForNow(part);
  await untilState(part, 'queued');
  const end = 'UPDATE message_queue SET valid_until = now() WHERE message_id = $1';
  await query('end-validity', end, [part.message_id]);
  // One run of `expireMessages` may skip the row because an earlier statement still locks it, so the test repeats the
  // run.
  await until('it has expired', async () => {
    await expireMessages();
    return (await stateOf(part)) === 'expired';
  });
  expect(await used()).toBe(before);
});

test('a text submitted as a whole is retried as a whole, and is not credited back if the retry is rejected', async () => {
  const part = await sent(aNumber(), Date.now());
  const id = part.message_id;
  await query('two-segments', 'UPDATE messages SET segments = 2 WHERE id = $1', [id]);
  await query('whole', 'UPDATE message_parts SET segments = 2 WHERE message_id = $1', [id]);
  await rejectedForNow(part);
  await untilState(part, 'queued');
  await makeDue(id);
  await writeHeartbeat();
  const { userId } = await messageOf(part);
  expect(await reserveMessages(userId, 10, 'messages')).toMatchObject([
    { id, sentParts: [], round: 1 },
  ]);
});

test('a retried message becomes sent when the late response arrives, and delivered when its receipt arrives', async () => {
  const part = await sent(aNumber(), Date.now());
  await rejectedForNow(part);
  await untilState(part, 'queued');
  const own = await again(part, null, 1);
  expect(await stateOf(part)).toBe('unknown');
  const recipient = part.recipient.slice(1);
  const { reference } = own;
  const outcome = { kind: 'accepted', carrierMessageId: 'late' } as const;
  await recordLateResponse('first', { reference, recipient, outcome });
  expect(await stateOf(part)).toBe('sent');
  await delivered({ ...own, carrier_message_id: 'late' });
  await untilState(part, 'delivered');
});

test('a retry whose worker is lost becomes unknown, and the receipt with its reference settles it', async () => {
  const part = await sent(aNumber(), Date.now());
  const id = part.message_id;
  await rejectedForNow(part);
  await untilState(part, 'queued');
  await makeDue(id);
  const { userId } = await messageOf(part);
  const reservation = await reserveTestMessage(userId, id);
  if (reservation === null) throw new Error('nobody else reserves it');
  await markSubmitting({ id, reservation }, 'first', 'messages');
  await leaveToReconciler({ id, reservation });
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

/** Sets the clock of promotional hours to a time today, in UTC. */
function setHour(time: string): void {
  const day = new Date(Date.now()).toISOString().slice(0, 10);
  const clock = vi.spyOn(databaseClock, 'now').mockReturnValue(Date.parse(`${day}T${time}Z`));
  onTestFinished(() => clock.mockRestore());
}

/** A message that a carrier accepted, and that may be deferred for hours. */
async function sentToWait() {
  const part = await sent(aNumber(), Date.now());
  const wait = `
    UPDATE messages SET may_wait = true, valid_until = now() + interval '24 hours' WHERE id = $1`;
  await query('let-wait', wait, [part.message_id]);
  return part;
}

test('a deferrable message that was rejected because of the hour is retried at 10:00', async () => {
  const [waiting, other] = [await sentToWait(), await sent(aNumber(), Date.now())];
  // It is 22:00 in India. By the machine's clock, the next 10:00 may be more than a day away.
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

test('a message that was sent at 10:00, which was too early by the operator’s clock, is retried within five minutes', async () => {
  const early = await sentToWait();
  setHour('04:30:02');
  await rejectedWith(early, '651', 'dlt_promo_window');
  await untilState(early, 'queued');
  const dueAt = (await queueOf(early))?.dueAt.getTime() ?? 0;
  expect(dueAt - Date.now()).toBeLessThan(5 * 60_000);
});

test('a message that a carrier rejects as outside the promotional hours, although our own window is open, is retried hourly until it expires', async () => {
  const [early, late] = [await sentToWait(), await sentToWait()];
  setHour('06:00:00');
  const after = 'UPDATE messages SET attempts = 12, valid_until = $2 WHERE id = $1';
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  await query('after-attempts', after, [early.message_id, inMinutes(200)]);
  await query('after-attempts', after, [late.message_id, inMinutes(20)]);
  for (const part of [early, late]) await rejectedWith(part, '651', 'dlt_promo_window');
  await untilState(early, 'queued');
  const waitsMs = ((await queueOf(early))?.dueAt.getTime() ?? 0) - Date.now();
  expect(waitsMs).toBeGreaterThan(40 * 60_000);
  expect(waitsMs).toBeLessThan(80 * 60_000);
  await untilState(late, 'undelivered');
});

test.each([
  [true, 'queued'],
  [false, 'failed'],
])(
  'a promotional message whose hours end while it waits is not submitted (deferrable: %s), and is %s',
  async (mayWait, state) => {
    const part = await sentToWait();
    await rejectedForNow(part);
    await untilState(part, 'queued');
    const { userId } = await messageOf(part);
    const id = part.message_id;
    await makeDue(id);
    await writeHeartbeat();
    const [reserved] = await reserveMessages(userId, 10, 'messages');
    if (!reserved) throw new Error('nobody else reserves it');
    const message: ReservedMessage = { ...reserved, promotional: true, mayWait };
    // The time is a minute before 21:00 in India, when the hours for promotional messages end.
    setHour('15:29:00');
    expect((await checkBeforeSubmit(userId, [message])).size).toBe(0);
    expect(message.closesAt?.toISOString()).toMatch(/T15:30:00/);
    message.closesAt = new Date(Date.now() - 60_000);
    let isReleased = false;
    const slot = {
      ...{ carrier: 'first', takesWhole: false },
      submit: () => Promise.reject(new Error('it is submitted')),
      release: () => {
        isReleased = true;
      },
    };
    const route = { carriers: [], name: null, routedBy: null };
    const acquired = { slot, skipped: [] };
    const { signal } = new AbortController();
    await deliverMessage(message, 'messages', route, acquired, async () => null, signal);
    expect(isReleased).toBe(true);
    expect(await messageOf(part)).toMatchObject({
      state,
      reason: expect.stringMatching(/^dlt_promo_window: /),
    });
  },
);
