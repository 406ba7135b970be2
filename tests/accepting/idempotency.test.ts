import { expect, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { twoSharedWebs } from '../harness/shared-web.ts';
import { anAccount, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';

const webs = await twoSharedWebs();
const url = (i = 0) => webs[i % webs.length]?.url ?? '';

const to = '9876543210';
const withKey = (key: string) => ({ 'idempotency-key': key });

test('a request that is repeated with its key and body gets the first answer, and only one message is sent', async () => {
  const account = await anAccount();
  const caller = client(url(), account);
  const first = await caller.send(to, 'Hello', withKey('a'));
  const second = await client(url(1), account).send(to, 'Hello', withKey('a'));
  expect(second.status).toBe(202);
  expect(second.body).toEqual(first.body);
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(await getUsage(account)).toEqual({ messagesUsed: 1, apiCallsUsed: 1 });
});

test('of 50 concurrent requests with one key to two processes, only one sends a message, and all get the same answer', async () => {
  const account = await anAccount();
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, i) => client(url(i), account).send(to, 'Hello', withKey('b'))),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]));
  expect(new Set(replies.map(({ body }) => body.data._id)).size).toBe(1);
  expect(await prisma.message.count({ where: { userId: account.userId } })).toBe(1);
  expect(await getUsage(account)).toEqual({ messagesUsed: 1, apiCallsUsed: 1 });
});

test('a replay does not consume quota, even if it competes with a new request for the last message of the quota', async () => {
  const account = await anAccount({ messageLimit: 2 });
  const caller = client(url(), account);
  const replies = await Promise.all([
    ...Array.from({ length: 20 }, () => caller.send(to, 'Hello', withKey('c'))),
    caller.send(to, 'Another'),
  ]);
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 202));
  expect((await getUsage(account)).messagesUsed).toBe(2);
});

test('reusing a key for a different request is rejected', async () => {
  const caller = client(url(), await anAccount());
  await caller.send(to, 'Hello', withKey('d'));
  for (const other of [
    await caller.send(to, 'Other', withKey('d')),
    await caller.post('/message', { recipient: to, message: 'Hello' }, withKey('d')),
    await caller.post('/messages/send-otp', { recipient: to }, withKey('d')),
  ]) {
    expect([400, 422]).toContain(other.status);
    expect(['idempotency_mismatch', 'invalid_parameter']).toContain(other.body.error.code);
  }
});

test('two accounts may use the same idempotency key', async () => {
  const replies = await Promise.all(
    [await anAccount(), await anAccount()].map((account) =>
      client(url(), account).send(to, 'Hello', withKey('e')),
    ),
  );
  expect(new Set(replies.map(({ body }) => body.data._id)).size).toBe(2);
});

test('a rejected request is not stored, so it can be sent again', async () => {
  const account = await anAccount({ messageLimit: 0 });
  const caller = client(url(), account);
  expect((await caller.send(to, 'Hello', withKey('f'))).status).toBe(402);
  await prisma.usagePeriod.updateMany({
    where: { userId: account.userId },
    data: { messageLimit: 1 },
  });
  const again = await caller.send(to, 'Hello', withKey('f'));
  expect(again.status).toBe(202);
  expect(again.headers.get('idempotent-replayed')).toBeNull();
});

test('the replay of a batch returns the first result of each item, also of the items that were rejected because of the quota', async () => {
  const account = await anAccount({ messageLimit: 2 });
  const caller = client(url(), account);
  const item = { recipient: to, message: 'Hello' };
  const batch = { messages: [item, { recipient: 'x', message: 'y' }, item, item] };
  const first = await caller.post('/messages/batch', batch, withKey('g'));
  const second = await caller.post('/messages/batch', batch, withKey('g'));
  expect(first.body.data.map(({ status }: { status: string }) => status)).toEqual([
    'success',
    'error',
    'success',
    'error',
  ]);
  expect(second.body).toEqual(first.body);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
});

test('a one-time password request that is repeated with its key sends only one code', async () => {
  const account = await anAccount();
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      client(url(i), account).post('/messages/send-otp', { recipient: to }, withKey('h')),
    ),
  );
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 202));
  expect(new Set(replies.map(({ body }) => body.data.otpId)).size).toBe(1);
  const replayed = replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
  expect(replayed).toHaveLength(9);
  expect(await prisma.message.count({ where: { userId: account.userId } })).toBe(1);
});

test('concurrent requests for one-time passwords with Idempotency-Keys all succeed, even if there are more requests than database connections', async () => {
  const caller = client(url(), await anAccount());
  const replies = await Promise.all(
    mobileNumbers(60).map((recipient) =>
      caller.post('/messages/send-otp', { recipient }, withKey(recipient)),
    ),
  );
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 202));
});

test.each(['', 'x'.repeat(256), 'schlüssel'])('an invalid key is rejected: %s', async (key) => {
  const caller = client(url(), await anAccount());
  const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') };
  const reply = await caller.send(to, 'Hello', headers);
  expect(reply.status).toBe(400);
  expect(reply.body.error.param).toBe('Idempotency-Key');
});

test('each message, each message of a batch and each code has the id of the first request, even if the request is repeated', async () => {
  const account = await anAccount();
  const caller = client(url(), account);
  const requestOf = ({ headers }: { headers: Headers }) => headers.get('x-request-id');
  const stored = async (id: string) => (await caller.get(`/messages/${id}`)).body.data.requestId;

  const one = await caller.send(to, 'Hello', withKey('request'));
  const again = await caller.send(to, 'Hello', withKey('request'));
  expect(requestOf(one)).toMatch(/^req_/);
  expect(requestOf(again)).not.toBe(requestOf(one));
  for (const { body } of [one, again]) expect(body.data.requestId).toBe(requestOf(one));
  expect(await stored(one.body.data._id)).toBe(requestOf(one));

  const [first = '', second = '', third = ''] = mobileNumbers(3);
  const messages = [first, second].map((recipient) => ({ recipient, message: 'Hello' }));
  const batch = await caller.post('/messages/batch', { messages });
  for (const { data } of batch.body.data) expect(await stored(data._id)).toBe(requestOf(batch));

  const code = await caller.post('/messages/send-otp', { recipient: third });
  const { id } = await prisma.message.findFirstOrThrow({
    where: { userId: account.userId, kind: 'otp' },
  });
  expect(await stored(id)).toBe(requestOf(code));
});
