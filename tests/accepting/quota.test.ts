import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expireMessages } from '#domain/delivery/reconcile/end-waiting-messages.ts';
import { prisma } from '#platform/db.ts';
import { startWeb, stopAfterTest } from '../harness/programs.ts';
import { twoSharedWebs } from '../harness/shared-web.ts';
import { type Account, anAccount, getUsage } from '../support/account.ts';
import { client, type Reply } from '../support/client.ts';
import {
  acceptTestMessage,
  recordTestAttempt,
  recordTestLateResponse,
  toCaller,
} from '../support/message-fixtures.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';

const webs = await twoSharedWebs();
const to = '9876543210';

/** A caller that alternates between the two web servers. */
const callerAt = (i: number, account: Account | null) => client(webs[i % 2]?.url ?? '', account);

const statuses = (replies: Reply[], status: number) =>
  replies.filter((reply) => reply.status === status);

/** A GSM-7 text with this number of segments. */
const textOf = (segments: number) => 'x'.repeat(segments === 1 ? 20 : segments * 153);

const limitReached = (reply: Reply) =>
  reply.status === 402 && reply.body.error.code === 'message_limit_reached';

/** The status of each item of a batch. */
const itemsOf = ({ body }: Reply): string[] =>
  body.data.map(({ status }: { status: string }) => status);

test.each([1, 2])(
  'with a quota of 50, exactly 50 of 200 parallel sends to %i web processes are accepted',
  async (processes) => {
    const account = await anAccount({ messageLimit: 50 });
    const replies = await Promise.all(
      mobileNumbers(200).map((number, i) => callerAt(i % processes, account).send(number, 'Hello')),
    );
    expect(statuses(replies, 202)).toHaveLength(50);
    expect(replies.filter(limitReached)).toHaveLength(150);
    expect(await getUsage(account)).toEqual({ messagesUsed: 50, apiCallsUsed: 50 });
    expect(await prisma.message.count({ where: { userId: account.userId } })).toBe(50);
  },
);

test('parallel batches use the whole quota, and in each batch the accepted messages come before the rejected messages', async () => {
  const account = await anAccount({ messageLimit: 250 });
  const messages = mobileNumbers(30).map((recipient) => ({ recipient, message: 'Hello' }));
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      callerAt(i, account).post('/messages/batch', { messages }),
    ),
  );
  const accepted = replies.map((reply) => acceptedOf(reply, 30));
  expect(accepted.reduce((sum, count) => sum + count, 0)).toBe(250);
  expect((await getUsage(account)).messagesUsed).toBe(250);
});

test('codes and messages share one quota, which is used up exactly', async () => {
  const account = await anAccount({ messageLimit: 20 });
  const caller = callerAt(0, account);
  const replies = await Promise.all(
    mobileNumbers(60).map((recipient, i) =>
      i % 2 ? caller.send(recipient, 'Hello') : caller.post('/messages/send-otp', { recipient }),
    ),
  );
  expect(statuses(replies, 202)).toHaveLength(20);
  expect(statuses(replies, 402)).toHaveLength(40);
  const { userId } = account;
  expect(await prisma.otp.count({ where: { userId } })).toBe(
    await prisma.message.count({ where: { userId, kind: 'otp' } }),
  );
});

test('each successful API call is counted, and rejected calls are free', async () => {
  const account = await anAccount({ apiCallLimit: 30 });
  const caller = callerAt(0, account);
  await Promise.all(Array.from({ length: 10 }, () => caller.send('hello', 'refused')));
  const calls = [
    () => caller.get('/balance'),
    () => caller.get('/messages'),
    () => caller.send(to, 'Hi'),
  ];
  const replies = await Promise.all(
    Array.from({ length: 60 }, (_, i) => calls[i % 3]?.() as Promise<Reply>),
  );
  expect(replies.filter(({ status }) => status < 300)).toHaveLength(30);
  for (const { body } of statuses(replies, 402)) {
    expect(body.error.code).toBe('api_call_limit_reached');
  }
  expect((await getUsage(account)).apiCallsUsed).toBe(30);
});

test('sends of one account do not use another account’s quota', async () => {
  const accounts = await Promise.all([1, 2, 3].map(() => anAccount({ messageLimit: 10 })));
  const replies = await Promise.all(
    mobileNumbers(90).map((number, i) =>
      callerAt(i, accounts[i % 3] ?? null).send(number, 'Hello'),
    ),
  );
  expect(statuses(replies, 202)).toHaveLength(30);
  for (const account of accounts) expect((await getUsage(account)).messagesUsed).toBe(10);
});

test('an API call is counted when it succeeds, and a failed or repeated call is not counted', async () => {
  const account = await anAccount();
  const { post, get } = callerAt(0, account);
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

test('a text of three segments uses three units, and a text with more segments than the remaining quota is rejected', async () => {
  const account = await anAccount({ messageLimit: 5 });
  const caller = callerAt(0, account);
  expect((await caller.send(to, textOf(3))).status).toBe(202);
  expect((await getUsage(account)).messagesUsed).toBe(3);
  expect(limitReached(await caller.send(to, textOf(3)))).toBe(true);
  expect((await caller.get('/balance')).body.data.balance).toBe(2);
  expect((await caller.send(to, textOf(2))).status).toBe(202);
  expect((await getUsage(account)).messagesUsed).toBe(5);
  expect(limitReached(await caller.send(to, textOf(1)))).toBe(true);
});

test('a one-time password uses as many units as its text has segments', async () => {
  // 90 characters of UCS-2: two segments.
  const web = await stopAfterTest(startWeb({ OTP_TEXT: `{code} ${'क'.repeat(84)}` }));
  const account = await anAccount({ messageLimit: 3 });
  const caller = client(web.url, account);
  const [first = '', second = ''] = mobileNumbers(2);
  expect((await caller.post('/messages/send-otp', { recipient: first })).status).toBe(202);
  expect((await getUsage(account)).messagesUsed).toBe(2);
  expect(limitReached(await caller.post('/messages/send-otp', { recipient: second }))).toBe(true);
  expect((await caller.send(to, textOf(1))).status).toBe(202);
});

test('a batch is accepted up to the first message that exceeds the quota, and a replay returns the same results', async () => {
  const account = await anAccount({ messageLimit: 5 });
  const messages = [1, 3, 2, 1].map((segments) => ({ recipient: to, message: textOf(segments) }));
  const post = (i: number) =>
    callerAt(i, account).post('/messages/batch', { messages }, { 'idempotency-key': 'segments' });
  const first = await post(0);
  expect(itemsOf(first)).toEqual(['success', 'success', 'error', 'error']);
  expect(first.body.data[2].error.code).toBe('message_limit_reached');
  expect((await getUsage(account)).messagesUsed).toBe(4);
  // Links to the documentation have the address of the responding web server.
  const withoutPorts = ({ body }: Reply) => JSON.stringify(body).replace(/localhost:\d+/g, '');
  expect(withoutPorts(await post(1))).toBe(withoutPorts(first));
  expect((await getUsage(account)).messagesUsed).toBe(4);
});

test('a batch whose first message exceeds the remaining quota is rejected as a whole', async () => {
  const account = await anAccount({ messageLimit: 2 });
  const messages = [3, 1].map((segments) => ({ recipient: to, message: textOf(segments) }));
  expect(limitReached(await callerAt(0, account).post('/messages/batch', { messages }))).toBe(true);
  expect((await getUsage(account)).messagesUsed).toBe(0);
});

test('if a message ends before a carrier has accepted any of its segments, all its units are credited back, but only once', async () => {
  const account = await anAccount({ messageLimit: 100 });
  const caller = await toCaller(account);
  const refused = await acceptTestMessage(caller, new Date(), 3);
  const late = await acceptTestMessage(caller, new Date(), 4);
  await acceptTestMessage(caller, new Date(Date.now() - 60_000), 5, 1_000);
  const kept = await acceptTestMessage(caller, new Date(), 6);
  const used = async () => (await getUsage(account)).messagesUsed;
  expect(await used()).toBe(18);

  await recordTestAttempt(refused, 'failed');
  await recordTestAttempt(refused, 'failed');
  expect(await used()).toBe(15);
  await Promise.all([expireMessages(), expireMessages()]);
  expect(await used()).toBe(10);
  await recordTestAttempt(kept, 'sent');
  await recordTestAttempt(late, 'unknown');
  expect(await used()).toBe(10);
  await recordTestLateResponse(late, 0x0b);
  expect(await used()).toBe(6);
});

test('random concurrent sends never exceed the quota, and only sends that would exceed it are rejected', async () => {
  const segments = fc.integer({ min: 1, max: 10 });
  const request = fc.oneof(segments, fc.array(segments, { minLength: 1, maxLength: 8 }));
  const requests = fc.array(request, { minLength: 5, maxLength: 40 });
  await fc.assert(fc.asyncProperty(fc.integer({ min: 0, max: 120 }), requests, sendAtOnce), {
    numRuns: 12,
    // Each run sends to two web servers, so shrinking a failure would take too long.
    endOnFailure: true,
  });
});

/**
 * Sends all requests at once, over two web servers. In `requests`, a number stands for one message with that many
 * segments, and a list of numbers stands for a batch of such messages.
 */
async function sendAtOnce(messageLimit: number, requests: (number | number[])[]): Promise<void> {
  const account = await anAccount({ messageLimit });
  const replies = await Promise.all(
    requests.map((one, i) => {
      const caller = callerAt(i, account);
      if (typeof one === 'number') return caller.send(to, textOf(one));
      const messages = one.map((segments) => ({ recipient: to, message: textOf(segments) }));
      return caller.post('/messages/batch', { messages });
    }),
  );
  const { messagesUsed } = await getUsage(account);
  expect(messagesUsed).toBeLessThanOrEqual(messageLimit);
  const rows = await prisma.message.findMany({ where: { userId: account.userId } });
  expect(rows.reduce((sum, row) => sum + row.segments, 0)).toBe(messagesUsed);

  let acceptedUnits = 0;
  for (const [i, reply] of replies.entries()) {
    const sizes = [requests[i] ?? []].flat();
    const taken = acceptedOf(reply, sizes.length);
    acceptedUnits += sizes.slice(0, taken).reduce((sum, size) => sum + size, 0);
    // During the requests no unit was released. So the first rejected message must already have been too large for the
    // remaining quota.
    const next = sizes[taken];
    if (next !== undefined) expect(next).toBeGreaterThan(messageLimit - messagesUsed);
  }
  expect(acceptedUnits).toBe(messagesUsed);
}

/** The number of accepted messages of a request. Also checks that accepted messages come before rejected ones. */
function acceptedOf(reply: Reply, count: number): number {
  if (limitReached(reply)) return 0;
  expect(reply.status).toBe(202);
  if (!Array.isArray(reply.body.data)) return count;
  const fine = itemsOf(reply).map((status) => status === 'success');
  expect(fine).toEqual([...fine].sort((a, b) => Number(b) - Number(a)));
  return fine.filter(Boolean).length;
}
