import { expect, onTestFinished, test } from 'vitest';
import { createCarrierSet } from '#domain/delivery/carriers/carrier-set.ts';
import { addCarrier } from '#domain/delivery/routing/manage-carriers.ts';
import { createRouting } from '#domain/delivery/routing/routing.ts';
import { magicNumbers } from '#domain/messaging/recipients/magic-numbers.ts';
import { prisma, query } from '#platform/db.ts';
import { carrierConfig, reacher, startSmsc } from '../harness/product.ts';
import { startWorker } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';
import { aTestKeyOf } from '../support/test-key.ts';

const [web] = await Promise.all([sharedWeb(), stopAfterFile(startWorker({ CARRIERS: '[]' }))]);

const aTester = async () => client(web.url, await aTestKeyOf(await anAccount()));

/** The messages to the magic numbers belong to this account. */
const owner = await anAccount();
const tester = client(web.url, await aTestKeyOf(owner));
const sent = new Map(
  await Promise.all(
    Array.from({ length: 11 }, async (_, i): Promise<[string, string]> => {
      const digits = String(i).padStart(2, '0');
      const { body } = await tester.send(`99999000${digits}`, 'Hello');
      return [digits, body.data._id];
    }),
  ),
);

/** Makes receipts and retries due now; the reconciler finds them within a second. */
const hasten = () =>
  query(
    'hasten-test-messages',
    `UPDATE message_queue SET due_at = now() - interval '3 seconds'
      WHERE user_id = $1 AND worker_id IS NULL AND due_at > now()`,
    [owner.userId],
  );

/**
 * Waits until the message to a magic number reaches a state.
 *
 * @returns it with its timeline
 */
const reach = (digits: string, status: string) =>
  until(`${digits} is ${status}`, async () => {
    await hasten();
    const { data } = (await tester.get(`/messages/${sent.get(digits)}`)).body;
    return data.status === status && data;
  });

const events = (message: { timeline: { event: string; status: string | null }[] }) =>
  message.timeline.map(({ event, status }) => (status ? `${event} ${status}` : event));

const throttled = 'refused 0x00000058';

test.each([
  ['00', 'delivered', ['queued', 'submitted', 'receipt DELIVRD']],
  ['01', 'delivered', ['queued', 'submitted', 'receipt DELIVRD']],
  ['02', 'undelivered', ['queued', 'submitted', 'receipt UNDELIV']],
  ['03', 'failed', ['queued', 'refused 0x0000000B']],
  ['04', 'delivered', ['queued', throttled, throttled, throttled, 'submitted', 'receipt DELIVRD']],
  ['05', 'delivered', ['queued', 'unanswered', 'receipt DELIVRD']],
  ['06', 'delivered', ['queued', 'receipt DELIVRD', 'submitted']],
  ['08', 'unknown', ['queued', 'unanswered']],
  ['09', 'delivered', ['queued', 'unanswered', 'submitted', 'receipt DELIVRD']],
  ['10', 'sent', ['queued', 'submitted']],
])('a test message to …%s becomes %s', async (digits, status, timeline) => {
  const message = await reach(digits, status);
  // The receipt for …06 arrives before the response to the submit, so either of the two may be recorded first.
  expect(digits === '06' ? events(message).toSorted() : events(message)).toEqual(
    digits === '06' ? timeline.toSorted() : timeline,
  );
  expect(message).toMatchObject({ livemode: false, status });
});

test('a test message to …07 gets two receipts', async () => {
  const { _id } = await reach('07', 'delivered');
  await until('both are in the timeline', async () => {
    const { data } = (await tester.get(`/messages/${_id}`)).body;
    return events(data).filter((event) => event === 'receipt DELIVRD').length === 2;
  });
});

test.each(magicNumbers.filter(({ refusal }) => refusal))(
  'a call to $recipient fails with $refusal, alone and in a batch',
  async ({ recipient, refusal }) => {
    const call = await aTester();
    const { status, body } = await call.send(recipient, 'Hello');
    expect(body.error.code).toBe(refusal);
    expect(status).toBeGreaterThanOrEqual(400);
    const messages = [recipient, '9999900000'].map((one) => ({ recipient: one, message: 'Hello' }));
    const batch = await call.post('/messages/batch', { messages });
    expect(batch.body.data).toMatchObject([
      { status: 'error', error: { code: refusal } },
      { status: 'success' },
    ]);
    const code = await call.post('/messages/send-otp', { recipient });
    // Suppressed numbers still get codes.
    const ofCode = refusal === 'recipient_suppressed' ? undefined : refusal;
    expect(code.body.error?.code).toBe(ofCode);
  },
);

test('while the carrier is down and live messages wait, test messages are delivered, and they never reach the carrier', async () => {
  const account = await anAccount();
  const { userId } = account;
  const [live, testing] = [account, await aTestKeyOf(account)].map((as) => client(web.url, as));
  if (!live || !testing) throw new Error('two callers');
  const messages = mobileNumbers(20).map((recipient) => ({
    recipient,
    message: 'Hello '.repeat(60),
  }));
  const [batch, code, real] = await Promise.all([
    testing.post('/messages/batch', { messages }),
    testing.post('/messages/send-otp', { recipient: '9876500001' }),
    live.send('9876500002', 'A real one'),
  ]);
  expect([batch.status, code.status, real.status]).toEqual([202, 202, 202]);
  await until('all are delivered', async () => {
    const found = await prisma.message.findMany({ where: { userId, livemode: false } });
    return found.length === 21 && found.every(({ state }) => state === 'delivered');
  });
  await reacher(live)(real.body.data._id, 'queued');

  const smsc = await startSmsc();
  onTestFinished(async () => {
    await prisma.carrier.deleteMany();
  });
  await addCarrier(carrierConfig('first', smsc));
  await testing.send('9876500003', 'One more');
  await reacher(live)(real.body.data._id, 'delivered');
  await until('nothing waits', async () => {
    return (await prisma.queuedMessage.count({ where: { userId } })) === 0;
  });
  expect(smsc.ledger.totals()).toMatchObject({ submits: 1, accepted: 1 });
  const own = await prisma.message.findMany({ where: { userId }, select: { id: true } });
  const parts = await prisma.messagePart.groupBy({
    where: { messageId: { in: own.map(({ id }) => id) } },
    ...{ by: ['carrier'], _count: true, orderBy: { carrier: 'asc' } },
  });
  expect(parts).toEqual([
    { carrier: 'first', _count: 1 },
    { carrier: 'test mode', _count: 20 * 3 + 2 },
  ]);
});

test('no route chooses a carrier for a test message', () => {
  const events = () => ({
    onReceipt: async () => undefined,
    onUnread: async () => undefined,
    onLateResponse: () => undefined,
  });
  const sharing = { take: () => Promise.reject(new Error('not asked')), workers: () => 1 };
  const changes = { usable: () => undefined, change: () => undefined };
  const routing = createRouting(createCarrierSet(events, sharing, changes));
  const message = {
    ...{ sender: 'DAKIYA', promotional: false },
    ...{ userId: 'usr_1', recipient: '+919876543210' },
  };
  expect(routing.choose({ ...message, livemode: true }, 'messages').carriers).toEqual([]);
  expect(() => routing.choose({ ...message, livemode: false }, 'messages')).toThrow(/test message/);
  expect(() => routing.choose({ ...message, livemode: true }, 'test')).toThrow(/test message/);
});
