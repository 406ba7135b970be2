import { expect, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { anAccount, getUsage } from '../support/account.ts';
import { client, type Reply } from '../support/client.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';
import { twoSharedWebs } from '../support/shared-web.ts';

const webs = await twoSharedWebs();

const statuses = (replies: Reply[], status: number) =>
  replies.filter((reply) => reply.status === status);

test.each([1, 2])(
  '200 parallel sends against a quota of 50 end with exactly 50, over %i web processes',
  async (processes) => {
    const account = await anAccount({ messageLimit: 50 });
    const callers = webs.slice(0, processes).map((web) => client(web.url, account));
    const replies = await Promise.all(
      mobileNumbers(200).map(
        (number, i) => callers[i % processes]?.send(number, 'Hello') as Promise<Reply>,
      ),
    );
    expect(statuses(replies, 202)).toHaveLength(50);
    const refused = statuses(replies, 402);
    expect(refused).toHaveLength(150);
    expect(new Set(refused.map(({ body }) => body.error.code))).toEqual(
      new Set(['message_limit_reached']),
    );
    expect(await getUsage(account)).toEqual({ messagesUsed: 50, apiCallsUsed: 50 });
    expect(await prisma.message.count({ where: { userId: account.userId } })).toBe(50);
  },
);

test('parallel batches fill the quota to the last message, the first of each first', async () => {
  const account = await anAccount({ messageLimit: 250 });
  const batch = {
    messages: mobileNumbers(30).map((recipient) => ({ recipient, message: 'Hello' })),
  };
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      client(webs[i % 2]?.url ?? '', account).post('/messages/batch', batch),
    ),
  );
  const accepted = statuses(replies, 202).map(({ body }) =>
    body.data.map(({ status }: { status: string }) => status === 'success'),
  );
  expect(accepted.flat().filter(Boolean)).toHaveLength(250);
  for (const items of accepted) expect(items).toEqual([...items].sort((a, b) => b - a));
  expect((await getUsage(account)).messagesUsed).toBe(250);
});

test('codes and messages share one quota, exactly', async () => {
  const account = await anAccount({ messageLimit: 20 });
  const caller = client(webs[0].url, account);
  const replies = await Promise.all(
    mobileNumbers(60).map((recipient, i) =>
      i % 2 ? caller.send(recipient, 'Hello') : caller.post('/messages/send-otp', { recipient }),
    ),
  );
  expect(statuses(replies, 202)).toHaveLength(20);
  expect(statuses(replies, 402)).toHaveLength(40);
  expect(await prisma.otp.count({ where: { userId: account.userId } })).toBe(
    await prisma.message.count({ where: { userId: account.userId, kind: 'otp' } }),
  );
});

test('API calls are counted exactly, and rejected ones are free', async () => {
  const account = await anAccount({ apiCallLimit: 30 });
  const caller = client(webs[0].url, account);
  const [number = ''] = mobileNumbers(1);
  await Promise.all(Array.from({ length: 10 }, () => caller.send('hello', 'refused')));
  const replies = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      i % 3 === 0
        ? caller.get('/balance')
        : i % 3 === 1
          ? caller.get('/messages')
          : caller.send(number, 'Hi'),
    ),
  );
  expect(replies.filter(({ status }) => status < 300)).toHaveLength(30);
  for (const { body } of statuses(replies, 402)) {
    expect(body.error.code).toBe('api_call_limit_reached');
  }
  expect((await getUsage(account)).apiCallsUsed).toBe(30);
});

test('two accounts do not touch each other’s quota', async () => {
  const accounts = await Promise.all([1, 2, 3].map(() => anAccount({ messageLimit: 10 })));
  const replies = await Promise.all(
    mobileNumbers(90).map((number, i) =>
      client(webs[i % 2]?.url ?? '', accounts[i % 3] ?? null).send(number, 'Hello'),
    ),
  );
  expect(statuses(replies, 202)).toHaveLength(30);
  for (const account of accounts) expect((await getUsage(account)).messagesUsed).toBe(10);
});

test('a call counts once it has succeeded: one that fails or repeats another does not', async () => {
  const account = await anAccount();
  const { post, get } = client(webs[0].url, account);
  const suppressOnce = (recipient: string) =>
    post('/suppressions', { recipient }, { 'idempotency-key': 'once' });
  expect((await suppressOnce('9876543210')).status).toBe(201);
  const repeats = await Promise.all(Array.from({ length: 5 }, () => suppressOnce('9876543210')));
  expect(repeats.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  expect((await suppressOnce('9876543211')).status).toBe(422);
  expect((await get('/messages/msg_01M7WW6X3N9KVJHB4XGRXP5GHQ')).status).toBe(404);
  expect((await getUsage(account)).apiCallsUsed).toBe(1);
  expect((await get('/suppressions')).status).toBe(200);
  expect((await getUsage(account)).apiCallsUsed).toBe(2);
});
