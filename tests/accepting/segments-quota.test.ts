import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireMessages } from '#domain/delivery/reconcile/end-waiting-messages.ts';
import { prisma } from '#platform/db.ts';
import { anAccount, getUsage } from '../support/account.ts';
import { client, type Reply } from '../support/client.ts';
import {
  acceptTestMessage,
  recordTestAttempt,
  recordTestLateResponse,
  toCaller,
} from '../support/message-fixtures.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';
import { type Program, startWebProcess } from '../support/programs.ts';

let webs: (Program & { url: string })[];

beforeAll(async () => {
  // 90 characters of UCS-2: two segments.
  const settings = { OTP_TEXT: `{code} ${'क'.repeat(84)}` };
  webs = await Promise.all([startWebProcess(settings), startWebProcess(settings)]);
});
afterAll(() => Promise.all(webs.map((web) => web.stop())));

const url = (i = 0) => webs[i % 2]?.url ?? '';
const to = '9876543210';

/** A text of so many segments in GSM-7. */
const textOf = (segments: number) => 'x'.repeat(segments === 1 ? 20 : segments * 153);

const limitReached = (reply: Reply) =>
  reply.status === 402 && reply.body.error.code === 'message_limit_reached';

test('a text of three segments uses three units, and a longer one than the quota covers is rejected', async () => {
  const account = await anAccount({ messageLimit: 5 });
  const caller = client(url(), account);
  expect((await caller.send(to, textOf(3))).status).toBe(202);
  expect((await getUsage(account)).messagesUsed).toBe(3);
  expect(limitReached(await caller.send(to, textOf(3)))).toBe(true);
  expect((await caller.get('/balance')).body.data.balance).toBe(2);
  expect((await caller.send(to, textOf(2))).status).toBe(202);
  expect((await getUsage(account)).messagesUsed).toBe(5);
  expect(limitReached(await caller.send(to, textOf(1)))).toBe(true);
});

test('a one-time password uses as many units as its text has segments', async () => {
  const account = await anAccount({ messageLimit: 3 });
  const caller = client(url(), account);
  const [first = '', second = ''] = mobileNumbers(2);
  expect((await caller.post('/messages/send-otp', { recipient: first })).status).toBe(202);
  expect((await getUsage(account)).messagesUsed).toBe(2);
  expect(limitReached(await caller.post('/messages/send-otp', { recipient: second }))).toBe(true);
  expect((await caller.send(to, textOf(1))).status).toBe(202);
});

test('a batch is accepted from the first message until one does not fit, and its replay says the same', async () => {
  const account = await anAccount({ messageLimit: 5 });
  const caller = client(url(), account);
  const messages = [1, 3, 2, 1].map((segments) => ({ recipient: to, message: textOf(segments) }));
  const headers = { 'idempotency-key': 'segments' };
  const first = await caller.post('/messages/batch', { messages }, headers);
  expect(first.body.data.map(({ status }: { status: string }) => status)).toEqual([
    'success',
    'success',
    'error',
    'error',
  ]);
  expect(first.body.data[2].error.code).toBe('message_limit_reached');
  expect((await getUsage(account)).messagesUsed).toBe(4);
  const again = await client(url(1), account).post('/messages/batch', { messages }, headers);
  // Links to the documentation have the address of the web that responds.
  const withoutPorts = (body: unknown) => JSON.stringify(body).replace(/localhost:\d+/g, '');
  expect(withoutPorts(again.body)).toBe(withoutPorts(first.body));
  expect((await getUsage(account)).messagesUsed).toBe(4);
});

test('a batch whose first message exceeds the remaining quota is rejected as a whole', async () => {
  const account = await anAccount({ messageLimit: 2 });
  const messages = [3, 1].map((segments) => ({ recipient: to, message: textOf(segments) }));
  expect(limitReached(await client(url(), account).post('/messages/batch', { messages }))).toBe(
    true,
  );
  expect((await getUsage(account)).messagesUsed).toBe(0);
});

test('a message that ends before a carrier accepted a segment credits all its units back, once', async () => {
  const account = await anAccount({ messageLimit: 100 });
  const caller = await toCaller(account);
  const refused = await acceptTestMessage(caller, new Date(), 3);
  const late = await acceptTestMessage(caller, new Date(), 4);
  await acceptTestMessage(caller, new Date(Date.now() - 60_000), 5, 1_000);
  const kept = await acceptTestMessage(caller, new Date(), 6);
  expect((await getUsage(account)).messagesUsed).toBe(18);

  await recordTestAttempt(refused, 'failed');
  await recordTestAttempt(refused, 'failed');
  expect((await getUsage(account)).messagesUsed).toBe(15);
  await Promise.all([expireMessages(), expireMessages()]);
  expect((await getUsage(account)).messagesUsed).toBe(10);
  await recordTestAttempt(kept, 'sent');
  await recordTestAttempt(late, 'unknown');
  expect((await getUsage(account)).messagesUsed).toBe(10);
  await recordTestLateResponse(late, 0x0b);
  expect((await getUsage(account)).messagesUsed).toBe(6);
});

test('random concurrent sends never exceed the limit, and only those that do not fit are rejected', async () => {
  const segments = fc.integer({ min: 1, max: 10 });
  const request = fc.oneof(segments, fc.array(segments, { minLength: 1, maxLength: 8 }));
  const requests = fc.array(request, { minLength: 5, maxLength: 40 });
  await fc.assert(fc.asyncProperty(fc.integer({ min: 0, max: 120 }), requests, sendAtOnce), {
    numRuns: 12,
    // Each run sends to two webs; making a failure smaller would take too long.
    endOnFailure: true,
  });
});

/** Sends all at once over two webs: single messages by their segments, and batches by a list of them. */
async function sendAtOnce(messageLimit: number, requests: (number | number[])[]): Promise<void> {
  const account = await anAccount({ messageLimit });
  const replies = await Promise.all(
    requests.map((one, i) => {
      const caller = client(url(i), account);
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
    // Nothing came back, so what would fit now would have fitted then.
    const next = sizes[taken];
    if (next !== undefined) expect(next).toBeGreaterThan(messageLimit - messagesUsed);
  }
  expect(acceptedUnits).toBe(messagesUsed);
}

/** How many of a request's messages were accepted, all of them before any that was not. */
function acceptedOf(reply: Reply, count: number): number {
  if (limitReached(reply)) return 0;
  expect(reply.status).toBe(202);
  if (!Array.isArray(reply.body.data)) return count;
  const fine = reply.body.data.map(({ status }: { status: string }) => status === 'success');
  expect(fine).toEqual([...fine].sort((a, b) => Number(b) - Number(a)));
  return fine.filter(Boolean).length;
}
