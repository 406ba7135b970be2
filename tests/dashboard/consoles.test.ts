import { describe, expect, onTestFinished, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { deleteKey, updateKey } from '#domain/identity/api-keys/user-key.ts';
import { prisma } from '#platform/db.ts';
import { aUser } from '../support/account.ts';
import { startWeb, stopAfterTest } from '../support/programs.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { signedIn } from '../support/signed-in.ts';
import { until } from '../support/until.ts';
import { aVisitor, hrefTo } from '../support/visitor.ts';

// No worker runs here: what is accepted stays queued.
const web = await sharedWeb();
const message = paths.dashboard('message');
const otp = paths.dashboard('OTPVerification');
const text = { phone: '9876543210', message: 'Hello from the console' };

/** A user with a key, signed in in a browser without JavaScript. */
async function aMember(url = web.url) {
  const user = await aUser();
  const key = await createKey({ userId: user.userId, name: 'Shop' });
  const visitor = await signedIn(url, user);
  const { userId } = user;
  return {
    userId,
    key,
    visitor,
    send: (fields: Record<string, string>, page = message) =>
      visitor.post(page, { key: key.keyId, country: '+91', ...fields }),
    sent: () => prisma.message.findMany({ where: { userId }, orderBy: { id: 'asc' } }),
  };
}

test('a message goes out with the chosen key, and the page shows request, answer and state', async () => {
  const { send, sent, key } = await aMember();
  const { status, html } = await send(text);
  const [row] = await sent();
  expect(row).toMatchObject({ keyId: key.keyId, recipient: '+919876543210', state: 'queued' });
  expect(status).toBe(202);
  expect(html).toContain('Message sent successfully!');
  expect(html).toContain('The request as it was sent');
  expect(html).toContain(hrefTo(paths.sent(row?.id ?? '')));
  expect(html).not.toContain(`>${text.message}</textarea>`);
});

test('no console page contains the secret of a key', async () => {
  const { send, visitor, key } = await aMember();
  for (const html of [
    (await visitor.get(message)).html,
    (await visitor.get(otp)).html,
    (await send(text)).html,
    (await send({ phone: '1' }, otp)).html,
  ]) {
    expect(html).toContain(key.keyId);
    expect(html).not.toContain(key.secretKey);
  }
});

describe('what is refused is said, and nothing typed is lost', () => {
  test.each([
    [message, { ...text, message: ' ' }, 'Please enter a message', 400],
    [message, { ...text, phone: '' }, 'Please enter a phone number', 400],
    [
      message,
      { ...text, phone: '12345' },
      'This number has 5 digits. An Indian mobile number has 10, with or without +91 in front.',
      400,
    ],
    [message, { ...text, country: '+44' }, 'Service Limited', 400],
    [message, { ...text, key: '' }, 'Please select an API key', 400],
    [otp, { phone: '' }, 'Please enter a phone number', 400],
    [otp, { phone: '9876543210', country: '+1' }, 'Service Limited', 400],
    [otp, { phone: '9876543210', stage: 'verify', intent: 'verify' }, 'Please enter the OTP', 400],
    [
      otp,
      { phone: '9876543210', otp: '123456', stage: 'verify', intent: 'verify' },
      'No OTP was sent to this number.',
      404,
    ],
  ])('%s %o', async (page, fields, sentence, status) => {
    const { send, sent } = await aMember();
    const reply = await send(fields, page);
    expect(reply.status).toBe(status);
    expect(reply.html).toContain(sentence);
    if (fields.phone) expect(reply.html).toContain(`value="${fields.phone}"`);
    if ('message' in fields) expect(reply.html).toContain(`>${fields.message}</textarea>`);
    if ('stage' in fields) expect(reply.html).toContain('Verify OTP');
    expect(await sent()).toEqual([]);
  });
});

test('with another account’s key, or a deleted one, nothing is sent', async () => {
  const mine = await aMember();
  const theirs = await aMember();
  await deleteKey(mine.userId, mine.key._id);
  for (const key of [theirs.key.keyId, mine.key.keyId, 'dk_nobody']) {
    const { status, html } = await mine.send({ ...text, key });
    expect(status).toBe(404);
    expect(html).toContain('You have no API key with this ID.');
    expect(html).toContain('No API keys available');
    expect(html).toContain(`>${text.message}</textarea>`);
  }
  expect([...(await mine.sent()), ...(await theirs.sent())]).toEqual([]);
});

test('a key that was turned off in the meantime is rejected by the API itself', async () => {
  const { send, sent, key, userId } = await aMember();
  await updateKey(userId, key._id, { isActive: false });
  const { status, html } = await send(text);
  expect(status).toBe(403);
  expect(html).toContain('This API key is inactive.');
  expect(await sent()).toEqual([]);
});

test('a used-up quota shows the API’s error', async () => {
  const { send, sent, userId } = await aMember();
  const { id } = await getCurrentUsagePeriod(userId);
  await prisma.usagePeriod.update({ where: { id }, data: { messageLimit: 1 } });
  await send(text);
  const { status, html } = await send(text);
  expect(status).toBe(402);
  expect(html).toContain('The monthly message limit of your plan is reached.');
  expect(await sent()).toHaveLength(1);
});

test.each([
  ['message', message],
  ['OTP', otp],
])('the same form sent twice at once makes one %s', async (_, page) => {
  const { send, sent, visitor } = await aMember();
  const { html } = await visitor.get(page);
  const idempotencyKey = /name="idempotencyKey"[^>]*value="([^"]+)"/.exec(html)?.[1] ?? '';
  expect(idempotencyKey).not.toBe('');
  const twice = [0, 1].map(() => send({ ...text, idempotencyKey }, page));
  expect((await Promise.all(twice)).map(({ status }) => status)).toEqual([202, 202]);
  expect(await sent()).toHaveLength(1);
  expect((await send({ ...text, idempotencyKey }, page)).status).toBe(202);
  expect(await sent()).toHaveLength(1);
});

test('the script of a console gets data, and an error when the session is over', async () => {
  const { visitor, key, sent } = await aMember();
  const ask = () => visitor.post('/console/message', { key: key.keyId, country: '+91', ...text });
  const { status, html } = await ask();
  expect(status).toBe(202);
  expect(JSON.parse(html)).toMatchObject({
    toast: { type: 'success', title: 'Message sent successfully!' },
    typed: { phone: '', message: '' },
    message: { status: 'queued' },
  });
  visitor.jar.clear();
  expect((await ask()).status).toBe(401);
  expect(await sent()).toHaveLength(1);
});

/** Opens the stream of a message as a visitor. */
async function follow(url: string, { jar }: ReturnType<typeof aVisitor>, id: string) {
  const cookie = [...jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  const headers = { cookie, 'accept-encoding': 'gzip, br' };
  const response = await fetch(`${url}/follow/${id}`, { headers, signal: leave.signal });
  let received = '';
  const whole = (async () => {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
      received += new TextDecoder().decode(chunk);
  })();
  // Whoever leaves breaks it off.
  whole.catch(() => undefined);
  return { response, received: () => received, whole, leave };
}

test('a message is followed as it changes, by its owner alone', async () => {
  const mine = await aMember();
  const theirs = await aMember();
  await mine.send(text);
  const [row] = await mine.sent();
  const id = row?.id ?? '';
  expect((await theirs.visitor.get(`/follow/${id}`)).status).toBe(404);
  expect((await theirs.visitor.get(paths.sent(id))).html).not.toContain('Delivery status');
  expect((await aVisitor(web.url).get(`/follow/${id}`)).status).toBe(401);
  expect((await mine.visitor.get('/follow/msg_nothing')).status).toBe(404);

  const { response, received, whole } = await follow(web.url, mine.visitor, id);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  expect(response.headers.get('content-encoding')).toBeNull();
  await until('the first state is sent', () => received().includes('"status":"queued"'));
  const reserved = { workerId: 'a', carrier: 'first' };
  await prisma.queuedMessage.update({ where: { messageId: id }, data: reserved });
  await until('the next state is sent', () => received().includes('"status":"submitting"'));
  await prisma.message.update({
    where: { id },
    data: { state: 'failed', settledAt: new Date(), reason: 'refused with 0x0000000B' },
  });
  await whole;
  expect(received()).toContain('"status":"failed"');
  expect(received().endsWith('event: end\ndata:\n\n')).toBe(true);
  expect(received()).not.toContain(text.message);

  const again = await mine.visitor.get(paths.sent(id));
  expect(again.html).toContain('the carrier does not know this number');
});

test('open event streams do not delay web shutdown', async () => {
  const other = await stopAfterTest(startWeb());
  const { send, sent, visitor } = await aMember(other.url);
  await send(text);
  const [row] = await sent();
  const { received, whole } = await follow(other.url, visitor, row?.id ?? '');
  await until('it is followed', () => received() !== '');
  const before = Date.now();
  await other.stop();
  await whole;
  expect(received()).toContain('event: end');
  expect(Date.now() - before).toBeLessThan(8_000);
});
