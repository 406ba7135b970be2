import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { startSmsc } from '#domain/delivery/carriers/scripted-smsc.test-support.ts';
import type { Attempt } from '#domain/delivery/contract.ts';
import { leaveToReconciler, markSubmitting } from '#domain/delivery/queue/reserve-messages.ts';
import { receiveReceipt } from '#domain/delivery/receipts/receive-receipt.ts';
import { markAbandonedMessagesUnknown } from '#domain/delivery/reconcile/recover-lost-workers.ts';
import { createAttemptRecorder, recordAttempt } from '#domain/delivery/record-attempt.ts';
import { isTimeLimit } from '#platform/database-errors.ts';
import { prisma, query, transaction } from '#platform/db.ts';
import { carrierConfig, carriers, startWithoutWorker } from '../harness/product.ts';
import { startWorker, stopAfterTest } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { whileCancelling } from '../support/lock-waits.ts';
import { acceptTestMessage, reserveTestMessage, toCaller } from '../support/message-fixtures.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';

const count = 40;

type Reserved = Attempt & { recipient: string };

/** Messages that this process has reserved, with the attempts that it will record. */
async function reservedMessages(): Promise<Reserved[]> {
  const caller = await toCaller(await anAccount());
  const messages = await Promise.all(
    Array.from({ length: count }, () => acceptTestMessage(caller, new Date())),
  );
  const attempts: Reserved[] = [];
  for (const { id, recipient } of messages) {
    const reservation = (await reserveTestMessage(caller.userId, id)) ?? 0;
    attempts.push({
      ...{ messageId: id, reservation, lane: 'messages', state: 'sent', reason: null, recipient },
      ...{ retryInMs: null, counted: true, refund: false, parts: [], events: [] },
    });
  }
  return attempts;
}

const isGuilty = (i: number) => i % 11 === 5;
const statuses = async (work: Promise<unknown>[]) =>
  (await Promise.allSettled(work)).map(({ status }) => status);
const expected = Array.from({ length: count }, (_, i) => (isGuilty(i) ? 'rejected' : 'fulfilled'));

const stateOf = async (id: string) =>
  (await prisma.message.findUniqueOrThrow({ where: { id } })).state;

test('an attempt that PostgreSQL rejects fails alone, and the other attempts of its flush are recorded', async () => {
  const attempts = await reservedMessages();
  const records = attempts.map((attempt, i) =>
    recordAttempt({
      ...attempt,
      parts: [
        {
          ...{ message_id: attempt.messageId, seq: 1, carrier: 'first', reference: 1 },
          ...{ state: 'sent', recipient: attempt.recipient, submitted_at: new Date() },
          // The text is random, because PostgreSQL could compress any other text so far that it fits into an index
          // entry.
          carrier_message_id: isGuilty(i) ? randomBytes(9_000).toString('hex') : `attempt ${i}`,
        },
      ],
    }),
  );
  expect(await statuses(records)).toEqual(expected);
  expect(await Promise.all(attempts.map(({ messageId }) => stateOf(messageId)))).toEqual(
    attempts.map((_, i) => (isGuilty(i) ? 'queued' : 'sent')),
  );
});

test('a receipt that PostgreSQL rejects is not acknowledged, and the other receipts of its flush are stored', async () => {
  const receipts = mobileNumbers(count).map((number, i) =>
    receiveReceipt({
      ...{ carrier: 'nobody', state: 'delivered', status: 'DELIVRD', errorCode: null },
      ...{ carrierMessageId: `receipt ${i}`, recipient: `91${number}` },
      reference: isGuilty(i) ? 2 ** 40 : null,
    }),
  );
  expect(await statuses(receipts)).toEqual(expected);
  const stored = await prisma.receiptInbox.count({ where: { carrier: 'nobody' } });
  expect(stored).toBe(expected.filter((status) => status === 'fulfilled').length);
});

test('a message with an invalid id is not marked as submitting, and the other messages of its flush are marked', async () => {
  const marks = (await reservedMessages()).map(({ messageId: id, reservation }, i) =>
    markSubmitting({ id: isGuilty(i) ? `${id}\0` : id, reservation }, 'first', 'messages'),
  );
  expect(await statuses(marks)).toEqual(expected);
});

test('a carrier that returns ids of 20,000 characters does not cause a loss of attempts or receipts', async () => {
  let taken = 0;
  const smsc = await startSmsc({
    submit_sm(pdu, session) {
      taken += 1;
      const id = taken % 7 === 0 ? randomBytes(10_000).toString('hex') : `id-${taken}`;
      session.send(pdu.response({ message_id: id }));
      smsc.send(session, 'deliver_sm', {
        source_addr: String(pdu.destination_addr),
        esm_class: 4,
        receipted_message_id: id,
        message_state: 2,
        short_message: `stat:${'DELIVRD'.repeat(9)}`,
      });
    },
  });
  const settings = carriers(carrierConfig('odd', smsc));
  const [web, account] = await Promise.all([
    sharedWeb(),
    anAccount(),
    stopAfterTest(startWorker(settings)),
  ]);
  const messages = mobileNumbers(50).map((recipient) => ({ recipient, message: 'Hello' }));
  await client(web.url, account).post('/messages/batch', { messages });
  await until('every message is delivered', async () => {
    const where = { userId: account.userId, state: 'delivered' as const };
    return (await prisma.message.count({ where })) === 50;
  });
});

/** Locks a message's row in the queue while `work` runs, like an operator's open transaction. */
const whileLocked = <T>(messageId: string, work: () => Promise<T>) =>
  transaction(async (tx) => {
    await tx.query('SELECT FROM message_queue WHERE message_id = $1 FOR UPDATE', [messageId]);
    return { result: await work() };
  });

test('an attempt whose row is locked does not delay the record of other attempts, and is recorded when the row is free', async () => {
  const attempts = await reservedMessages();
  const [locked] = attempts;
  if (!locked) throw new Error('there is a message');
  const late = await whileLocked(locked.messageId, () =>
    whileCancelling('%WITH attempt AS (%', async () => {
      const recorded = attempts.map(recordAttempt);
      await Promise.all(recorded.slice(1));
      return { recorded: recorded[0] };
    }),
  );
  expect(await stateOf(locked.messageId)).toBe('queued');
  await late.result.recorded;
  expect(await stateOf(locked.messageId)).toBe('sent');
});

test('recording an attempt is given up if its row stays locked for too long, and its message becomes unknown', async () => {
  const [attempt] = await reservedMessages();
  if (!attempt) throw new Error('there is a message');
  const { messageId: id, reservation } = attempt;
  expect(await markSubmitting({ id, reservation }, 'first', 'messages')).toBeInstanceOf(Date);
  const record = createAttemptRecorder({ giveUpAfterMs: 0 });
  const { result } = await whileLocked(id, () =>
    whileCancelling('%WITH attempt AS (%', () => record(attempt).catch((error: unknown) => error)),
  );
  expect(isTimeLimit(result)).toBe(true);
  await leaveToReconciler({ id, reservation });
  await query(
    'steady-for-long',
    `UPDATE delivery_workers SET steady_since = now() - interval '10 s' WHERE id <> 'none'`,
    [],
  );
  await markAbandonedMessagesUnknown();
  expect(await prisma.message.findUniqueOrThrow({ where: { id } })).toMatchObject({
    state: 'unknown',
    reason: 'its outcome could not be recorded',
  });
});

test('if the row of a message is locked, a worker skips the message without delaying other messages, and sends it when the row is free', async () => {
  const { call, smsc, account, reach } = await startWithoutWorker();
  // The rate is 100 messages a second, so most messages of the batch are reserved some time before they are sent.
  const settings = carriers(carrierConfig('first', smsc, { rate: 100 }));
  await stopAfterTest(startWorker(settings));
  const messages = mobileNumbers(150).map((recipient) => ({ recipient, message: 'Hello' }));
  const { body } = await call.post('/messages/batch', { messages });
  const id: string = body.data.at(-1).data._id;
  await until('it is reserved', async () => {
    const row = await prisma.queuedMessage.findUnique({ where: { messageId: id } });
    return row?.workerId;
  });
  const { result } = await whileLocked(id, () =>
    whileCancelling('%UPDATE message_queue AS q SET%', async () => {
      await until('all others are delivered', async () => {
        const where = { userId: account.userId, state: 'delivered' as const };
        return (await prisma.message.count({ where })) === 149;
      });
      return smsc.ledger.totals().accepted;
    }),
  );
  expect(result).toBe(149);
  await reach(id, 'delivered');
  expect(smsc.ledger.totals()).toMatchObject({ accepted: 150, duplicates: 0 });
});
