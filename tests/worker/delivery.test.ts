import { expect, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { handsetJson } from '#sandbox/handset/json.ts';
import { getUsage } from '../support/account.ts';
import { startSharedProduct } from '../support/product.ts';
import { until } from '../support/until.ts';

const aProduct = await startSharedProduct();

const to = '9876543210';
const events = (message: { timeline: { event: string }[] }) =>
  message.timeline.map(({ event }) => event);

test('a message travels from a 202 to the handset to delivered, with its timeline', async () => {
  const { call, smsc, reach } = await aProduct();
  const { body } = await call.send(to, 'Hello from Dakiya');
  const message = await reach(body.data._id, 'delivered');
  expect(events(message)).toEqual(['queued', 'submitted', 'receipt']);
  expect(message.timeline[1]).toMatchObject({ carrier: 'first', segment: 1 });
  expect(message.timeline[2]).toMatchObject({ status: 'DELIVRD', errorCode: '000' });
  expect(message.timeline[2].carrierMessageId).toBe(message.timeline[1].carrierMessageId);
  expect(handsetJson(smsc, '').messages[0]?.text).toBe('Hello from Dakiya');
});

test('a code arrives on the handset, and verifies', async () => {
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
])('%s arrive joined, word for word', async (_, text, segments) => {
  const { call, smsc, reach } = await aProduct();
  const { body } = await call.send(to, text);
  expect(body.data.segments).toBe(segments);
  await reach(body.data._id, 'delivered');
  expect(handsetJson(smsc, '').messages[0]?.text).toBe(text);
  expect(smsc.ledger.acceptedFor(`91${to}`)).toBe(segments);
});

test('undelivered: with the operator’s reason, and the unit is spent', async () => {
  const { call, reach, account } = await aProduct();
  const { body } = await call.send('9999900002', 'Hello');
  const message = await reach(body.data._id, 'undelivered');
  expect(message.reason).toBe('UNDELIV 001');
  expect((await getUsage(account)).messagesUsed).toBe(1);
});

test('rejected by the carrier: failed, and the unit is credited back, once', async () => {
  const { call, reach, account } = await aProduct();
  const { body } = await call.send('9999900003', 'Hello');
  const message = await reach(body.data._id, 'failed');
  expect(message.reason).toBe('refused with 0x0000000B');
  expect(events(message)).toEqual(['queued', 'refused']);
  expect(await getUsage(account)).toEqual({ messagesUsed: 0, apiCallsUsed: expect.any(Number) });
});

test('throttled three times: tried again until taken, once', async () => {
  const { call, reach, smsc } = await aProduct();
  const { body } = await call.send('9999900004', 'Hello');
  const message = await reach(body.data._id, 'delivered');
  expect(events(message)).toEqual([
    'queued',
    'refused',
    'refused',
    'refused',
    'submitted',
    'receipt',
  ]);
  expect(smsc.ledger.acceptedFor('919999900004')).toBe(1);
});

test('never answered: unknown, never sent again, and settled by its receipt', async () => {
  const { call, reach, smsc } = await aProduct();
  const { body } = await call.send('9999900005', 'Hello');
  const unknown = await reach(body.data._id, 'unknown', 'delivered');
  expect(events(unknown)).toContain('unanswered');
  const message = await reach(body.data._id, 'delivered');
  expect(events(message)).toEqual(['queued', 'unanswered', 'receipt']);
  expect(smsc.ledger.acceptedFor('919999900005')).toBe(1);
});

test('answered late: unknown, then sent, then delivered', async () => {
  const { call, reach, smsc } = await aProduct();
  const { body } = await call.send('9999900009', 'Hello');
  await reach(body.data._id, 'unknown');
  const message = await reach(body.data._id, 'delivered');
  expect(events(message)).toEqual(['queued', 'unanswered', 'submitted', 'receipt']);
  expect(smsc.ledger.acceptedFor('919999900009')).toBe(1);
});

test('the receipt before the answer is kept until it fits', async () => {
  const { call, reach } = await aProduct();
  const { body } = await call.send('9999900006', 'Hello');
  await reach(body.data._id, 'delivered');
  expect(await prisma.receiptInbox.count()).toBe(0);
});

test('a receipt that comes twice changes nothing the second time', async () => {
  const { call, reach, smsc } = await aProduct();
  const { body } = await call.send('9999900007', 'Hello');
  await reach(body.data._id, 'delivered');
  await until('both are acknowledged', () => smsc.ledger.totals().receipts === 2);
  await until('the inbox is empty', async () => (await prisma.receiptInbox.count()) === 0);
  const row = await prisma.message.findUniqueOrThrow({ where: { id: body.data._id } });
  expect([row.state, row.partsDelivered]).toEqual(['delivered', 1]);
});

test('a connection that breaks at a submit: unknown, as it may have been sent', async () => {
  const { call, reach } = await aProduct();
  const { body } = await call.send('9999900008', 'Hello');
  const message = await reach(body.data._id, 'unknown');
  expect(events(message)).toEqual(['queued', 'unanswered']);
  const next = await call.send(to, 'After the break');
  await reach(next.body.data._id, 'delivered');
});
