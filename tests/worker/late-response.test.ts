import { expect, test } from 'vitest';
import type { Refusal } from '#domain/delivery/carriers/contract.ts';
import { segmentReference } from '#domain/delivery/prepare-submits.ts';
import { recordAttempt } from '#domain/delivery/record-attempt.ts';
import { recordLateResponse, requeueRefused } from '#domain/delivery/record-late-response.ts';
import { prisma, query, transaction } from '#platform/db.ts';
import { getUsage } from '../support/account.ts';
import { untilWaitingForLock } from '../support/lock-waits.ts';
import { reserveTestMessage } from '../support/message-fixtures.ts';
import { startSharedProduct } from '../support/product.ts';
import { queueOf } from '../support/rejected-parts.ts';
import { aNumber, sent, stateOf } from '../support/sent-segments.ts';
import { until } from '../support/until.ts';

const aProduct = await startSharedProduct();

const throttled = { refusal: 'throttled', status: 0x58 } as const;

/** A response to the first segment that comes after its submit was given up. */
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

/** A product with a message whose connection broke at its submit. */
async function anUnknownMessage() {
  const product = await aProduct();
  const { body } = await product.call.send('9999900008', 'Hello');
  const id: string = body.data._id;
  await product.reach(id, 'unknown');
  return { ...product, id };
}

const events = (message: { timeline: { event: string }[] }) =>
  message.timeline.map(({ event }) => event);

test('a late rejection changes unknown to failed, and the unit is credited back', async () => {
  const { id, reach, account } = await anUnknownMessage();
  await refuse(id, '9999900008', { refusal: 'permanent', status: 0x0b });
  const message = await reach(id, 'failed');
  expect(events(message)).toEqual(['queued', 'unanswered', 'refused']);
  expect((await getUsage(account)).messagesUsed).toBe(0);
});

test('a message that a carrier turns out to have throttled is sent again, once, and charged once', async () => {
  const { id, reach, account, smsc } = await anUnknownMessage();
  await Promise.all([1, 2, 3].map(() => refuse(id, '9999900008', throttled)));
  const message = await reach(id, 'delivered');
  expect(events(message)).toEqual(['queued', 'unanswered', 'refused', 'submitted', 'receipt']);
  expect(smsc.ledger.acceptedFor('919999900008')).toBe(1);
  expect((await getUsage(account)).messagesUsed).toBe(1);
});

test('a code that a carrier turns out to have throttled has failed: its text is deleted', async () => {
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

test('a message whose validity ends before it could be sent again has failed', async () => {
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

test('a late rejection whose first recording was not heard of leaves the next submit alone', async () => {
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
    parts: [part],
  });
  expect(await stateOf(part)).toBe('unknown');
  expect(await requeue()).toBe(false);
  expect(await stateOf(part)).toBe('unknown');
  expect(await queueOf(part)).toBeNull();
});

test('a late response whose statement PostgreSQL ends is recorded afterwards', async () => {
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
