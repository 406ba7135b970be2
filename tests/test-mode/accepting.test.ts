import { expect, test } from 'vitest';
import { periodOf } from '#domain/messaging/stats/contract.ts';
import { readStats } from '#domain/messaging/stats/read-stats.ts';
import { prisma, query } from '#platform/db.ts';
import { startWeb, stopAfterTest } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { type Account, anAccount, aUser, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import { anOwner, owned } from '../support/dlt-owner.ts';
import { insertMessages } from '../support/messages.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';
import { aTestKeyOf, callersOf } from '../support/test-key.ts';

const web = await sharedWeb();

const bothOf = (account: Account) => callersOf(web.url, account);

const idsOf = (body: { data: { _id: string }[] }) => body.data.map(({ _id }) => _id);

test('a test message is accepted like a live message, and counts towards neither the message quota nor the API calls', async () => {
  const { account, testKey, live, testing } = await bothOf(await anAccount({ messageLimit: 1 }));
  const tested = await testing.send('9876543210', 'Hello');
  const sent = await live.send('9876543210', 'Hello');
  expect([tested.status, sent.status]).toEqual([202, 202]);
  const own = {
    _id: expect.any(String),
    requestId: expect.any(String),
    createdAt: expect.any(String),
  };
  expect(tested.body.data).toEqual({
    ...sent.body.data,
    ...own,
    apiId: testKey.keyId,
    livemode: false,
  });
  await testing.get('/balance');
  await testing.get('/messages');
  await testing.post('/messages/batch', { messages: [{ recipient: '1', message: '' }] });
  expect(await getUsage(account)).toEqual({ messagesUsed: 1, apiCallsUsed: 1 });
  // Live keys have used up the quota.
  expect((await live.send('9876543210', 'Hello')).status).toBe(402);
  expect((await testing.send('9876543210', 'Hello')).status).toBe(202);
});

test('the balance of a test key shows an unused month, marked as test mode', async () => {
  const { live, testing } = await bothOf(await anAccount({ messageLimit: 3 }));
  await live.send('9876543210', 'Hello');
  await testing.send('9876543210', 'Hello');
  const [ofLive, ofTest] = [
    (await live.get('/balance')).body,
    (await testing.get('/balance')).body,
  ];
  expect(ofLive).toMatchObject({
    balance: 2,
    livemode: true,
    data: { balance: 2, livemode: true },
  });
  expect(ofTest).toMatchObject({
    ...{ balance: 3, livemode: false, plan: ofLive.plan, valid_until: ofLive.valid_until },
    data: { balance: 3, livemode: false },
  });
});

test('the daily limit of test messages counts all test keys of an account together', async () => {
  const small = await stopAfterTest(startWeb({ TEST_MESSAGES_PER_DAY: '5' }));
  const account = await anAccount();
  const [one, other] = [await aTestKeyOf(account), await aTestKeyOf(account)];
  const messages = mobileNumbers(4).map((recipient) => ({ recipient, message: 'Hello' }));
  expect((await client(small.url, one).post('/messages/batch', { messages })).status).toBe(202);
  const { body } = await client(small.url, other).post('/messages/batch', { messages });
  expect(body.data.map(({ status }: { status: string }) => status)).toEqual([
    ...['success', 'error', 'error', 'error'],
  ]);
  const single = await client(small.url, one).send('9876543210', 'Hello');
  expect([single.status, single.body.error.code]).toEqual([429, 'rate_limited']);
  expect(Number(single.headers.get('retry-after'))).toBeGreaterThan(60);
  expect((await client(small.url, account).send('9876543210', 'Hello')).status).toBe(202);
});

test('the daily limit of test messages is lower until the account’s email address is confirmed', async () => {
  const strict = await stopAfterTest(startWeb({ REQUIRE_CONFIRMED_EMAIL: 'true' }));
  const { userId } = await aUser({ confirmed: false });
  const testing = client(strict.url, await aTestKeyOf({ userId }));
  const messages = mobileNumbers(51).map((recipient) => ({ recipient, message: 'Hello' }));
  const { body } = await testing.post('/messages/batch', { messages });
  const accepted = body.data.filter(({ status }: { status: string }) => status === 'success');
  expect(accepted).toHaveLength(50);
  const refused = await testing.send('9876543210', 'Hello');
  expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
  expect(refused.body.error.message).toContain('confirmed');
});

test('test messages do not count towards the hourly limit of a number', async () => {
  const small = await stopAfterTest(startWeb({ MESSAGE_RECIPIENT_PER_HOUR: '4' }));
  const account = await anAccount();
  const testing = client(small.url, await aTestKeyOf(account));
  const [recipient = ''] = mobileNumbers(1);
  for (let i = 0; i < 5; i += 1) expect((await testing.send(recipient, 'Hello')).status).toBe(202);
  expect((await client(small.url, account).send(recipient, 'Hello')).status).toBe(202);
});

test('test calls and live calls have separate Idempotency-Keys', async () => {
  const { live, testing } = await bothOf(await anAccount());
  const once = { 'idempotency-key': 'order-1' };
  const tested = await testing.send('9876543210', 'Hello', once);
  const sent = await live.send('9876543210', 'Hello', once);
  const again = await testing.send('9876543210', 'Hello', once);
  expect(sent.body.data).toMatchObject({ livemode: true });
  expect(again.body.data).toEqual(tested.body.data);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
});

test('each key can list and read only messages of its mode, and a session can read both modes', async () => {
  const { account, live, testing } = await bothOf(await anAccount());
  const tested = (await testing.send('9876543210', 'Test')).body.data._id;
  const sent = (await live.send('9876543210', 'Live')).body.data._id;
  for (const filter of ['', '?recipient=9876543210', '?status=queued', '?status=submitting']) {
    const isSubmitting = filter.endsWith('submitting');
    const lists = [await testing.get(`/messages${filter}`), await live.get(`/messages${filter}`)];
    expect(lists.map(({ body }) => idsOf(body))).toEqual(
      isSubmitting ? [[], []] : [[tested], [sent]],
    );
    expect(lists.map(({ body }) => body.next)).toEqual([null, null]);
  }
  expect((await testing.get(`/messages/${sent}`)).status).toBe(404);
  expect((await live.get(`/messages/${tested}`)).status).toBe(404);
  expect((await testing.get(`/messages/${tested}`)).body.data.livemode).toBe(false);
  const stats = [true, false].map((livemode) =>
    readStats(account.userId, periodOf('24h', new Date()), { livemode }),
  );
  expect((await Promise.all(stats)).map(({ total }) => total.accepted)).toEqual([1, 1]);
});

test('a test key lists the messages of all test keys, even of deleted keys, and even if many live messages are newer', async () => {
  const { account, testKey, testing } = await bothOf(await anAccount());
  const first = (await testing.send('9876543210', 'First')).body.data._id;
  await prisma.credential.delete({ where: { keyId: testKey.keyId } });
  await query(
    'insert-many-live',
    `INSERT INTO messages (id, user_id, key_id, usage_period_id, kind, recipient, sender, content, encoding, segments,
       created_at, valid_until)
     SELECT $2 || lpad(n::text, 6, '0'), $1, $3, 'use_none', 'message', '+919876543210', 'DAKIYA', 'x', 'gsm7', 1, now(), now()
     FROM generate_series(1, 10100) AS n`,
    [account.userId, `${first.slice(0, -6)}`, account.keyId],
  );
  const other = client(web.url, await aTestKeyOf(account));
  const second = (await other.send('9876543210', 'Second')).body.data._id;
  const page = await other.get('/messages?limit=1');
  expect([idsOf(page.body), page.body.next]).toEqual([[second], second]);
  const rest = await other.get(`/messages?limit=1&after=${second}`);
  expect([idsOf(rest.body), rest.body.next]).toEqual([[first], null]);
});

test('the list of test messages covers 500 keys, and the filter by key can list the messages of further keys', async () => {
  const account = await anAccount();
  const keyId = (n: number) => `dk_test_${String(n).padStart(20, '0')}`;
  const ids = await insertMessages(
    account.userId,
    Array.from({ length: 501 }, (_, n) => ({ keyId: keyId(n), livemode: false })),
  );
  const testing = client(web.url, await aTestKeyOf(account));
  const listed: string[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const { body } = await testing.get(`/messages?limit=100${next && `&after=${next}`}`);
    listed.push(...idsOf(body));
    next = body.next;
  }
  // The newest message belongs to the last key.
  expect(listed).toEqual(ids.slice(0, 500).toReversed());
  const ofLast = await testing.get(`/messages?api_id=${keyId(500)}`);
  expect(idsOf(ofLast.body)).toEqual(ids.slice(500));
});

test('without an approved header a test key gets a warning where a live key is rejected', async () => {
  const strict = await stopAfterTest(startWeb({ DLT_ALLOW_UNREGISTERED_TEXTS: 'false' }));
  const account = await anAccount();
  const [live, testing] = [account, await aTestKeyOf(account)].map((as) => client(strict.url, as));
  const body = { recipient: '9876543210', message: 'Hello', sender_id: 'ACMEIN' };
  const refused = await live?.post('/messages/send-message', body);
  expect(refused?.status).toBe(422);
  const accepted = await testing?.post('/messages/send-message', body);
  expect(accepted?.status).toBe(202);
  expect(accepted?.body.data.serverNumber).toBe('ACMEIN');
  expect(accepted?.body.data.warnings).toContainEqual(
    expect.objectContaining({ code: refused?.body.error.code, param: 'sender_id' }),
  );
});

test('with an approved header a test key is rejected like a live key', async () => {
  const { live, testing } = await bothOf(await anOwner());
  const good = 'Your order 12345 has left. - ACME';
  for (const text of [good, 'Something that is not registered']) {
    const [one, other] = [
      await live.send('9876543210', text),
      await testing.send('9876543210', text),
    ];
    expect(other.status).toBe(one.status);
    expect(other.body.error?.code).toBe(one.body.error?.code);
    expect(other.status).toBe(text === good ? 202 : 422);
  }
  expect((await testing.get('/dlt/headers')).body.data).toMatchObject([{ header: owned.header }]);
});

test('a test key can neither read nor change live data', async () => {
  const { testing } = await bothOf(await anAccount());
  const calls = [
    testing.post('/suppressions', { recipients: ['9876543210'] }),
    testing.post('/erasures', { recipient: '9876543210' }),
    testing.get('/recipient-data?recipient=9876543210'),
    testing.get('/text-views'),
    testing.post('/dlt/entities', { entity_id: '1101234567890123456', name: 'Acme' }),
  ];
  for (const { status, body } of await Promise.all(calls)) {
    expect([status, body.error.code]).toEqual([403, 'live_key_required']);
  }
});

test('a test key can be created over the API, keeps its mode, and works before the address is confirmed', async () => {
  const user = await aUser({ confirmed: false });
  const session = client(web.url, user);
  const made = await session.post('/api-keys/create-api-key', { name: 'Tests', livemode: false });
  expect([made.status, made.body.data.livemode]).toEqual([201, false]);
  const { _id, keyId } = made.body.data;
  const rolled = await session.post(`/api-keys/${_id}/roll`, { overlapHours: 0 });
  const { secretKey } = rolled.body.data;
  expect([rolled.body.data.livemode, secretKey.slice(0, 8)]).toEqual([false, 'sk_test_']);
  const changed = await session.call('PATCH', `/api-keys/${_id}`, {
    body: { name: 'Renamed', livemode: true },
  });
  expect(changed.body.data).toMatchObject({ name: 'Renamed', livemode: false });
  const { status } = await client(web.url, { userId: user.userId, keyId, secretKey }).send(
    '9876543210',
    'Hello',
  );
  expect(status).toBe(202);
});
