import { expect, test } from 'vitest';
import type { Refusal } from '#domain/delivery/carriers/contract.ts';
import { segmentReference } from '#domain/delivery/prepare-submits.ts';
import { recordAttempt } from '#domain/delivery/record-attempt.ts';
import { recordLateResponse, requeueRefused } from '#domain/delivery/record-late-response.ts';
import { prisma, query, transaction } from '#platform/db.ts';
import { handsetJson } from '#sandbox/handset/routes.ts';
import { startSharedProduct } from '../harness/product.ts';
import { until } from '../harness/until.ts';
import { getUsage } from '../support/account.ts';
import { untilWaitingForLock } from '../support/lock-waits.ts';
import { reserveTestMessage } from '../support/message-fixtures.ts';
import { queueOf } from '../support/rejected-parts.ts';
import { aNumber, sent, stateOf } from '../support/sent-segments.ts';

const aProduct = await startSharedProduct();

const to = '9876543210';
const events = (message: { timeline: { event: string }[] }) =>
  message.timeline.map(({ event }) => event);

test('an accepted message reaches the handset and becomes delivered, and its timeline shows each step', async () => {
  const { call, smsc, reach } = await aProduct();
  const { body } = await call.send(to, 'Hello from Dakiya');
  const message = await reach(body.data._id, 'delivered');
  expect(events(message)).toEqual(['queued', 'submitted', 'receipt']);
  expect(message.timeline[1]).toMatchObject({ carrier: 'first', segment: 1 });
  expect(message.timeline[2]).toMatchObject({ status: 'DELIVRD', errorCode: '000' });
  expect(message.timeline[2].carrierMessageId).toBe(message.timeline[1].carrierMessageId);
  expect(handsetJson(smsc, '').messages[0]?.text).toBe('Hello from Dakiya');
});

test('a code arrives on the handset, and can be verified', async () => {
  const { call, smsc, account } = await aProduct();
  await call.post('/messages/send-otp', { recipient: to });
  const text = await until('the code arrives', () => handsetJson(smsc, '').messages[0]?.text);
  const otp = /\d{6}/.exec(text)?.[0];
  const reply = await call.post('/messages/verify-otp', { recipient: to, otp });
  expect(reply.body.message).toBe('OTP verified successfully!');
  await until('its text is erased', async () => {
    const row = await prisma.message.findFirst({ where: { userId: account.userId, kind: 'otp' } });
    return row?.state === 'delivered' && row.encryptedContent === null;
  });
});

test.each([
  ['three segments of GSM-7', 'Dear customer, '.repeat(22), 3],
  ['Hindi in two segments', 'आपका ऑर्डर भेज दिया गया है। '.repeat(4), 2],
  ['emoji', '🎉 Diwali dhamaka 🎆', 1],
  ['the extension table', '{[~]} €5 | ^_^ \\o/', 1],
])('%s arrive as one unchanged text', async (_, text, segments) => {
  const { call, smsc, reach } = await aProduct();
  const { body } = await call.send(to, text);
  expect(body.data.segments).toBe(segments);
  await reach(body.data._id, 'delivered');
  expect(handsetJson(smsc, '').messages[0]?.text).toBe(text);
  expect(smsc.ledger.acceptedFor(`91${to}`)).toBe(segments);
});

/** For each of the sandbox's numbers: the final state, the states before it, and the units used. */
const outcomes: {
  to: string;
  does: string;
  over?: string;
  status: string;
  timeline: string[];
  reason?: string;
  used: number;
  accepted?: number;
}[] = [
  {
    ...{ to: '9999900002', does: 'is undelivered', status: 'undelivered', used: 1 },
    ...{ timeline: ['queued', 'submitted', 'receipt'], reason: 'UNDELIV 001' },
  },
  {
    ...{ to: '9999900003', does: 'is rejected', status: 'failed', used: 0 },
    ...{ timeline: ['queued', 'refused'], reason: 'refused with 0x0000000B' },
  },
  {
    ...{ to: '9999900004', does: 'is throttled three times', status: 'delivered', used: 1 },
    timeline: ['queued', 'refused', 'refused', 'refused', 'submitted', 'receipt'],
    accepted: 1,
  },
  {
    ...{ to: '9999900005', does: 'is never answered', over: 'unknown', status: 'delivered' },
    ...{ timeline: ['queued', 'unanswered', 'receipt'], used: 1, accepted: 1 },
  },
  {
    ...{ to: '9999900009', does: 'is answered late', over: 'unknown', status: 'delivered' },
    ...{ timeline: ['queued', 'unanswered', 'submitted', 'receipt'], used: 1, accepted: 1 },
  },
];

test('each outcome of a submit leads to the expected state; the carrier accepts a message at most once, and a message that it did not accept is credited back', async () => {
  const products: Awaited<ReturnType<typeof aProduct>>[] = [];
  for (const _ of outcomes) products.push(await aProduct());
  // The messages are sent concurrently, because some of them wait for a response that never comes.
  await Promise.all(
    outcomes.map(async ({ to, does, over, status, timeline, reason, used, accepted }, i) => {
      const { call, reach, smsc, account } = products[i] as (typeof products)[number];
      const { body } = await call.send(to, 'Hello');
      if (over)
        expect(events(await reach(body.data._id, over, status)), does).toContain('unanswered');
      const message = await reach(body.data._id, status);
      expect([does, events(message)]).toEqual([does, timeline]);
      if (reason) expect(message.reason).toBe(reason);
      expect([does, (await getUsage(account)).messagesUsed]).toEqual([does, used]);
      if (accepted !== undefined) expect(smsc.ledger.acceptedFor(`91${to}`), does).toBe(accepted);
    }),
  );
});

test('a receipt that arrives before the submit response is stored until the response arrives, and a duplicate changes nothing', async () => {
  const { call, reach, smsc } = await aProduct();
  const [early, twice] = [
    await call.send('9999900006', 'Hello'),
    await call.send('9999900007', 'Hello'),
  ];
  await reach(early.body.data._id, 'delivered');
  const { _id: id } = await reach(twice.body.data._id, 'delivered');
  await until('all are acknowledged', () => smsc.ledger.totals().receipts === 3);
  await until('the inbox is empty', async () => (await prisma.receiptInbox.count()) === 0);
  const row = await prisma.message.findUniqueOrThrow({ where: { id } });
  expect([row.state, row.partsDelivered]).toEqual(['delivered', 1]);
});

test('if the connection breaks during the submit of a message, the message becomes unknown, because it may have been sent', async () => {
  const { call, reach } = await aProduct();
  const { body } = await call.send('9999900008', 'Hello');
  const message = await reach(body.data._id, 'unknown');
  expect(events(message)).toEqual(['queued', 'unanswered']);
  const next = await call.send(to, 'After the break');
  await reach(next.body.data._id, 'delivered');
});

const throttled = { refusal: 'throttled', status: 0x58 } as const;

/** Records a response to the first segment after its submit has timed out. */
const refuse = (id: string, to: string, answer: { refusal: Refusal; status: number }) =>
  recordLateResponse('first', {
    reference: segmentReference(id, 1),
    recipient: `91${to}`,
    outcome: { kind: 'refused', ...answer },
  });

const endWaiting = `
  SELECT count(pg_cancel_backend(pid))::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%UPDATE messages SET state = ''sent''%'`;

/** Runs `work` while another session holds the message's row. */
const whileRowIsLocked = <T>(id: string, work: () => Promise<T>) =>
  transaction(async (tx) => {
    await query('lock-row', 'SELECT FROM messages WHERE id = $1 FOR UPDATE', [id], tx);
    return work();
  });

/** A product with a message whose connection broke during the submit. */
async function anUnknownMessage() {
  const product = await aProduct();
  const { body } = await product.call.send('9999900008', 'Hello');
  const id: string = body.data._id;
  await product.reach(id, 'unknown');
  return { ...product, id };
}

test('a late rejection changes an unknown message to failed, and the unit is credited back', async () => {
  const { id, reach, account } = await anUnknownMessage();
  await refuse(id, '9999900008', { refusal: 'permanent', status: 0x0b });
  const message = await reach(id, 'failed');
  expect(events(message)).toEqual(['queued', 'unanswered', 'refused']);
  expect((await getUsage(account)).messagesUsed).toBe(0);
});

test('an unknown message with a late throttling response is sent only one more time, and is charged only once', async () => {
  const { id, reach, account, smsc } = await anUnknownMessage();
  await Promise.all([1, 2, 3].map(() => refuse(id, '9999900008', throttled)));
  const message = await reach(id, 'delivered');
  expect(events(message)).toEqual(['queued', 'unanswered', 'refused', 'submitted', 'receipt']);
  expect(smsc.ledger.acceptedFor('919999900008')).toBe(1);
  expect((await getUsage(account)).messagesUsed).toBe(1);
});

test('an unknown code with a late throttling response fails, because the text of the code is deleted', async () => {
  const { call, account } = await aProduct();
  await call.post('/messages/send-otp', { recipient: '9999900008' });
  const row = await until('it is unknown', () =>
    prisma.message.findFirst({ where: { userId: account.userId, state: 'unknown' } }),
  );
  await refuse(row.id, '9999900008', throttled);
  const failed = await prisma.message.findUniqueOrThrow({ where: { id: row.id } });
  expect(failed).toMatchObject({ state: 'failed', reason: 'refused with 0x00000058' });
  expect((await getUsage(account)).messagesUsed).toBe(0);
});

test('an unknown message fails if its validity ends before its retry', async () => {
  const hour = 3_600_000;
  const part = await sent(aNumber(), Date.now() - hour + 300, {
    ...{ state: 'unknown', carrier_message_id: null },
  });
  const { recipient, reference } = part;
  await recordLateResponse('first', {
    ...{ reference, recipient: recipient.slice(1) },
    outcome: { kind: 'refused', ...throttled },
  });
  expect(await stateOf(part)).toBe('failed');
  expect(await queueOf(part)).toBeNull();
});

test('a late rejection that is recorded twice, because a response was lost, does not affect the next submit', async () => {
  const part = await sent(aNumber(), Date.now(), { state: 'unknown', carrier_message_id: null });
  const { message_id: id } = part;
  const { version, userId } = await prisma.message.findUniqueOrThrow({ where: { id } });
  const found = { message_id: id, seq: 1, attempts: 0, version };
  const requeue = () =>
    requeueRefused(found, { kind: 'refused', ...throttled }, 'refused with 0x00000058', '[]');
  expect(await requeue()).toBe(true);
  await query('make-due', 'UPDATE message_queue SET due_at = now() WHERE message_id = $1', [id]);
  const reservation = await reserveTestMessage(userId, id);
  await recordAttempt({
    ...{ messageId: id, reservation: reservation ?? -1, lane: 'messages', state: 'unknown' },
    ...{ reason: null, retryInMs: null, counted: false, refund: false, events: [] },
    ...{ recipient: part.recipient, parts: [part] },
  });
  expect(await stateOf(part)).toBe('unknown');
  expect(await requeue()).toBe(false);
  expect(await stateOf(part)).toBe('unknown');
  expect(await queueOf(part)).toBeNull();
});

test('a late response is recorded again if PostgreSQL has cancelled the statement that recorded it', async () => {
  const part = await sent(aNumber(), Date.now(), { state: 'unknown', carrier_message_id: null });
  const { message_id: id, recipient, reference } = part;
  const recorded = await whileRowIsLocked(id, async () => {
    const recording = recordLateResponse('first', {
      ...{ reference, recipient: recipient.slice(1) },
      outcome: { kind: 'accepted', carrierMessageId: `late ${id}` },
    });
    await untilWaitingForLock("%UPDATE messages SET state = 'sent'%");
    const [ended] = await query<{ count: number }>('end-waiting', endWaiting, []);
    expect(ended?.count).toBe(1);
    return { recording };
  });
  await recorded.recording;
  expect(await stateOf(part)).toBe('sent');
});
