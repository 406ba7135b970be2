import { expect, test } from 'vitest';
import type { Attempt } from '#domain/delivery/contract.ts';
import { leaveToReconciler, markSubmitting } from '#domain/delivery/queue/reserve-messages.ts';
import { markAbandonedMessagesUnknown } from '#domain/delivery/reconcile/recover-lost-workers.ts';
import { createAttemptRecorder, recordAttempt } from '#domain/delivery/record-attempt.ts';
import { isTimeLimit } from '#platform/database-errors.ts';
import { prisma, query, transaction } from '#platform/db.ts';
import { anAccount } from '../support/account.ts';
import { whileCancelling } from '../support/lock-waits.ts';
import { acceptTestMessage, reserveTestMessage, toCaller } from '../support/message-fixtures.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';
import { carrierConfig, carriers, startWithoutWorker } from '../support/product.ts';
import { startWorker, stopAfterTest } from '../support/programs.ts';
import { until } from '../support/until.ts';

const count = 20;

/** Messages that this process has reserved, and what it is about to record of them. */
async function reservedMessages(): Promise<Attempt[]> {
  const caller = await toCaller(await anAccount());
  const attempts: Attempt[] = [];
  for (let i = 0; i < count; i += 1) {
    const { id } = await acceptTestMessage(caller, new Date());
    const reservation = (await reserveTestMessage(caller.userId, id)) ?? 0;
    attempts.push({
      ...{ messageId: id, reservation, lane: 'messages', state: 'sent', reason: null },
      ...{ retryInMs: null, counted: true, refund: false, parts: [], events: [] },
    });
  }
  return attempts;
}

/** Holds the lock of a message's row in the queue while `work` runs, as an operator's open transaction would. */
const whileLocked = <T>(messageId: string, work: () => Promise<T>) =>
  transaction(async (tx) => {
    await tx.query('SELECT FROM message_queue WHERE message_id = $1 FOR UPDATE', [messageId]);
    return { result: await work() };
  });

const stateOf = async (id: string) =>
  (await prisma.message.findUniqueOrThrow({ where: { id } })).state;

test('an outcome that takes too long to record delays no other, and is recorded when its row is free', async () => {
  const attempts = await reservedMessages();
  const [locked] = attempts;
  if (!locked) throw new Error('there is a message');
  const late = await whileLocked(locked.messageId, () =>
    whileCancelling('%own AS (SELECT%', async () => {
      const recorded = attempts.map(recordAttempt);
      await Promise.all(recorded.slice(1));
      return { recorded: recorded[0] };
    }),
  );
  expect(await stateOf(locked.messageId)).toBe('queued');
  await late.result.recorded;
  expect(await stateOf(locked.messageId)).toBe('sent');
});

test('an outcome that cannot be recorded for too long is given up, and its message becomes unknown', async () => {
  const [attempt] = await reservedMessages();
  if (!attempt) throw new Error('there is a message');
  const { messageId: id, reservation } = attempt;
  expect(await markSubmitting({ id, reservation }, 'first', 'messages')).toBeInstanceOf(Date);
  const record = createAttemptRecorder({ giveUpAfterMs: 0 });
  const { result } = await whileLocked(id, () =>
    whileCancelling('%own AS (SELECT%', () => record(attempt).catch((error: unknown) => error)),
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

test('a message that takes too long to mark is given up alone, and sent when its row is free', async () => {
  const { call, smsc, account, reach } = await startWithoutWorker();
  // 100 a second, so that most of a portion waits after it is reserved.
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
