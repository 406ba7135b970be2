import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { startSmsc } from '#domain/delivery/carriers/scripted-smsc.test-support.ts';
import { markSubmitting } from '#domain/delivery/queue/reserve-messages.ts';
import { receiveReceipt } from '#domain/delivery/receipts/receive-receipt.ts';
import { recordAttempt } from '#domain/delivery/record-attempt.ts';
import { prisma } from '#platform/db.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { acceptTestMessage, reserveTestMessage, toCaller } from '../support/message-fixtures.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';
import { startWeb, startWorker, stopAfterTest } from '../support/programs.ts';
import { until } from '../support/until.ts';

const isGuilty = (i: number) => i % 11 === 5;
const statuses = async (work: Promise<unknown>[]) =>
  (await Promise.allSettled(work)).map(({ status }) => status);
const expected = (count: number) =>
  Array.from({ length: count }, (_, i) => (isGuilty(i) ? 'rejected' : 'fulfilled'));

test('an attempt that PostgreSQL rejects is not recorded, and the others of its flush are', async () => {
  const caller = await toCaller(await anAccount());
  const messages = await Promise.all(
    Array.from({ length: 40 }, () => acceptTestMessage(caller, new Date())),
  );
  const reservations = new Map<string, number>();
  for (const { id } of messages) {
    reservations.set(id, (await reserveTestMessage(caller.userId, id)) ?? 0);
  }
  const records = messages.map(({ id, recipient }, i) =>
    recordAttempt({
      ...{ messageId: id, reservation: reservations.get(id) ?? 0, lane: 'messages', state: 'sent' },
      ...{ reason: null, retryInMs: null, counted: false, refund: false, events: [] },
      parts: [
        {
          ...{ message_id: id, seq: 1, carrier: 'first', reference: 1, state: 'sent' },
          ...{ recipient, submitted_at: new Date() },
          // Random, so that it does not become short by being compressed: no entry of an index holds it.
          carrier_message_id: isGuilty(i) ? randomBytes(9_000).toString('hex') : `attempt ${i}`,
        },
      ],
    }),
  );
  expect(await statuses(records)).toEqual(expected(40));
  const rows = await prisma.message.findMany({ where: { userId: caller.userId } });
  const stateOf = new Map(rows.map(({ id, state }) => [id, state]));
  expect(messages.map(({ id }) => stateOf.get(id))).toEqual(
    messages.map((_, i) => (isGuilty(i) ? 'queued' : 'sent')),
  );
});

test('a receipt that PostgreSQL rejects is not acknowledged, and the others of its flush are stored', async () => {
  const receipts = mobileNumbers(40).map((number, i) =>
    receiveReceipt({
      ...{ carrier: 'nobody', state: 'delivered', status: 'DELIVRD', errorCode: null },
      ...{ carrierMessageId: `receipt ${i}`, recipient: `91${number}` },
      reference: isGuilty(i) ? 2 ** 40 : null,
    }),
  );
  expect(await statuses(receipts)).toEqual(expected(40));
  const stored = await prisma.receiptInbox.findMany({ where: { carrier: 'nobody' } });
  expect(stored).toHaveLength(expected(40).filter((status) => status === 'fulfilled').length);
});

test('a message that cannot be in the table is not marked, and the others of its flush are', async () => {
  const caller = await toCaller(await anAccount());
  const messages = await Promise.all(
    Array.from({ length: 20 }, () => acceptTestMessage(caller, new Date())),
  );
  const reservations: number[] = [];
  for (const { id } of messages) {
    reservations.push((await reserveTestMessage(caller.userId, id)) ?? 0);
  }
  const marks = messages.map(({ id }, i) => {
    const given = { id: isGuilty(i) ? `${id}\0` : id, reservation: reservations[i] ?? 0 };
    return markSubmitting(given, 'first', 'messages');
  });
  expect(await statuses(marks)).toEqual(expected(20));
});

test('a carrier that returns ids of 20,000 characters causes no loss of attempts or receipts', async () => {
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
  const settings = {
    CARRIERS: JSON.stringify([
      {
        name: 'odd',
        host: '127.0.0.1',
        port: smsc.port,
        systemId: 'a',
        password: 'b',
        rate: 10_000,
      },
    ]),
  };
  const [web, , account] = await Promise.all([
    stopAfterTest(startWeb(settings)),
    stopAfterTest(startWorker(settings)),
    anAccount(),
  ]);
  const messages = mobileNumbers(100).map((recipient) => ({ recipient, message: 'Hello' }));
  await client(web.url, account).post('/messages/batch', { messages });
  await until('every message is delivered', async () => {
    const where = { userId: account.userId, state: 'delivered' as const };
    return (await prisma.message.count({ where })) === 100;
  });
});
