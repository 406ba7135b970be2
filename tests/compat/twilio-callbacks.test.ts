import twilio from 'twilio';
import { expect, test } from 'vitest';
import { deleteKey } from '#domain/identity/api-keys/user-keys.ts';
import { maxEndpoints } from '#domain/webhooks/contract.browser.ts';
import { fromSid, toSid } from '#domain/webhooks/formats/twilio.ts';
import { prisma } from '#platform/db.ts';
import { createSmsc } from '#sandbox/smsc/server.ts';
import { carrierConfig, carriers } from '../harness/product.ts';
import { startWorker } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { aReceiver, type Received } from '../harness/webhook-receiver.ts';
import { type Account, anAccount } from '../support/account.ts';
import { client as ownClient } from '../support/client.ts';
import { aTestKeyOf } from '../support/test-key.ts';
import { refusalOf, twilioClient } from '../support/twilio-client.ts';

const smsc = await createSmsc({ receiptAfterMs: 1 });
await stopAfterFile(Promise.resolve({ stop: smsc.close }));
const settings = { ...carriers(carrierConfig('first', smsc)), WEBHOOK_ALLOW: '127.0.0.1' };
const [web] = await Promise.all([sharedWeb(), stopAfterFile(startWorker(settings))]);

const ours = { from: 'DAKIYA', body: 'Your order has been shipped.' };
let used = 0;
const aNumber = () => `+9198225${String(10_000 + used++)}`;

const originOf = (url: string) => new URL(url).origin;

const statusesOf = (received: Received[], sid: string) =>
  received
    .filter(({ payload }) => payload.MessageSid === sid)
    .map(({ payload }) => payload.MessageStatus)
    .toSorted();

/** Whether Twilio's own validator accepts a callback. */
const isValid = ({ headers, path, payload }: Received, url: string, { secretKey }: Account) =>
  twilio.validateRequest(
    secretKey,
    String(headers['x-twilio-signature']),
    originOf(url) + path,
    payload,
  );

test('the states of a message are posted to the URL of this message, with a signature that Twilio’s validator accepts', async () => {
  const account = await anAccount();
  const { url, received } = await aReceiver();
  const statusCallback = `${url}/orders/17?token=a%20b&x=%C3%A9`;
  const to = aNumber();
  const client = twilioClient(web.url, account);
  const { sid } = await client.messages.create({ ...ours, to, statusCallback });
  await until('both states are posted', () => statusesOf(received, sid).length === 2);
  expect(statusesOf(received, sid)).toEqual(['delivered', 'sent']);
  for (const one of received) {
    expect(originOf(url) + one.path).toBe(statusCallback);
    expect(isValid(one, url, account)).toBe(true);
    expect(isValid({ ...one, payload: { ...one.payload, To: '+91' } }, url, account)).toBe(false);
    expect(one.payload).toMatchObject({
      ...{ SmsSid: sid, To: to, From: 'DAKIYA', ApiVersion: '2010-04-01' },
      AccountSid: toSid('AC', account.userId),
    });
    expect(JSON.stringify(one.payload)).not.toContain('shipped');
  }
});

test('no callbacks are posted for codes, or for messages without a StatusCallback', async () => {
  const account = await anAccount();
  const { url, received } = await aReceiver();
  const client = twilioClient(web.url, account);
  const { sid } = await client.messages.create({ ...ours, to: aNumber(), statusCallback: url });
  const own = ownClient(web.url, account);
  const { body } = await own.send(aNumber(), 'Without');
  await own.post('/messages/send-otp', { recipient: aNumber() });
  await until('the other message is delivered', async () => {
    return (await own.get(`/messages/${body.data._id}`)).body.data.status === 'delivered';
  });
  await until('both states are posted', () => statusesOf(received, sid).length === 2);
  const events = await prisma.webhookEvent.findMany({ where: { userId: account.userId } });
  expect(new Set(events.map(({ subjectId }) => subjectId))).toEqual(new Set([fromSid('SM', sid)]));
});

test('all URLs of an origin share one endpoint, which parallel first calls create only once', async () => {
  const account = await anAccount();
  const { url, received } = await aReceiver();
  const client = twilioClient(web.url, account);
  const sent = await Promise.all(
    Array.from({ length: 25 }, (_, i) =>
      client.messages.create({ ...ours, to: aNumber(), statusCallback: `${url}/${i}` }),
    ),
  );
  const where = { userId: account.userId };
  expect(await prisma.webhookEndpoint.findMany({ where })).toMatchObject([
    { url: `${originOf(url)}/`, format: 'twilio', livemode: true, includesText: false },
  ]);
  await until('all states are posted', () =>
    sent.every(({ sid }) => statusesOf(received, sid).length === 2),
  );
  expect(new Set(received.map(({ path }) => path)).size).toBe(25);
});

test('the number of callback origins per account has its own limit, which does not include webhook endpoints', async () => {
  const account = await anAccount();
  const client = twilioClient(web.url, account);
  const send = (host: number) =>
    client.messages.create({
      ...{ ...ours, to: aNumber() },
      statusCallback: `https://h${host}.example/status`,
    });
  for (let host = 0; host < maxEndpoints; host += 1) await send(host);
  expect(await refusalOf(send(maxEndpoints))).toMatchObject({ status: 400, code: 21_609 });
  await send(0);
  const own = ownClient(web.url, account);
  const { status } = await own.post('/webhooks/endpoints', { url: 'https://hooks.example/' });
  expect(status).toBe(201);
});

test.each(['https://10.0.0.1/', 'not a URL', 'https://user@example.com/'])(
  'the address %s is rejected before anything is sent',
  async (statusCallback) => {
    const account = await anAccount();
    const call = twilioClient(web.url, account).messages.create({
      ...{ ...ours, to: aNumber(), statusCallback },
    });
    expect(await refusalOf(call)).toMatchObject({ status: 400, code: 21_609 });
    expect(await prisma.message.count({ where: { userId: account.userId } })).toBe(0);
  },
);

test('a failed callback is retried with a new signature and the same id', async () => {
  const account = await anAccount();
  const { url, received } = await aReceiver((response, _, count) => {
    response.writeHead(count === 1 ? 500 : 200).end();
  });
  const client = twilioClient(web.url, account);
  const { sid } = await client.messages.create({ ...ours, to: aNumber(), statusCallback: url });
  await until('the first callback is posted again', () => {
    const tokens = received.map(({ headers }) => headers['i-twilio-idempotency-token']);
    return tokens.length > new Set(tokens).size;
  });
  for (const one of received) expect(isValid(one, url, account)).toBe(true);
  expect(received.every(({ payload }) => payload.MessageSid === sid)).toBe(true);
});

test('a test key gets callbacks for its simulated messages, including those that fail', async () => {
  const tester = await aTestKeyOf(await anAccount());
  const { url, received } = await aReceiver();
  const client = twilioClient(web.url, tester);
  const failing = { ...ours, to: '+919999900003', statusCallback: url };
  const { sid } = await client.messages.create(failing);
  const one = await until('the failure is posted', () => received[0]);
  expect(one.payload).toMatchObject({
    MessageSid: sid,
    MessageStatus: 'failed',
    ErrorCode: '30008',
  });
  expect(isValid(one, url, tester)).toBe(true);
});

test('a retry is dropped if its key was deleted, because no receiver could check the signature', async () => {
  const account = await anAccount();
  const { url, received } = await aReceiver((response) => response.writeHead(500).end());
  const client = twilioClient(web.url, account);
  await client.messages.create({ ...ours, to: aNumber(), statusCallback: url });
  await until('both states are posted once', () => received.length === 2);
  await deleteKey(account.userId, account.keyId);
  await until('the events are over', async () => {
    const events = await prisma.webhookEvent.findMany({ where: { userId: account.userId } });
    return events.every(({ state }) => state === 'discarded');
  });
  expect(received).toHaveLength(2);
});

test('the callback URL of a scheduled message is deleted when the message’s number is erased', async () => {
  const account = await anAccount();
  const { url } = await aReceiver();
  const to = aNumber();
  const sendAt = new Date(Date.now() + 3_600_000);
  await twilioClient(web.url, account).messages.create({
    ...{ ...ours, to, sendAt, scheduleType: 'fixed', statusCallback: `${url}/to/${to}` },
  });
  const { userId } = account;
  expect(await prisma.messageCallback.count({ where: { userId } })).toBe(1);
  await ownClient(web.url, account).post('/erasures', { recipient: to });
  await until('the message and its URL are deleted', async () => {
    const scheduled = await prisma.scheduledMessage.count({ where: { userId } });
    return scheduled + (await prisma.messageCallback.count({ where: { userId } })) === 0;
  });
});
