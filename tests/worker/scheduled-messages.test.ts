import { describe, expect, test } from 'vitest';
import { purgeCancelled, releaseDue } from '#domain/messaging/scheduling/release-due.ts';
import { eraseScheduled } from '#domain/messaging/scheduling/scheduled-messages.ts';
import { prisma, query } from '#platform/db.ts';
import { timeOfId } from '#platform/ids.ts';
import { startSharedProduct } from '../harness/product.ts';
import { until } from '../harness/until.ts';
import { anAccount, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';
import { aTestKeyOf } from '../support/test-key.ts';

const product = await (await startSharedProduct())();
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const [to = ''] = mobileNumbers(1);

/** The result of one message in a batch. */
type Result = { data?: { status: string }; error?: { param: string } };

async function aCaller() {
  const account = await anAccount();
  const caller = client(product.web.url, account);
  const schedule = (ms: number, more = {}) =>
    caller.post('/messages/send-message', {
      ...{ recipient: to, message: 'Hello', send_at: inMs(ms), ...more },
    });
  const used = async () => (await getUsage(account)).messagesUsed;
  return { account, caller, schedule, used };
}

/** Makes an account's scheduled messages due. */
const letCome = ({ userId }: { userId: string }) =>
  query(
    'let-come',
    'UPDATE scheduled_messages SET due_at = now() WHERE user_id = $1 AND due_at IS NOT NULL',
    [userId],
  );

describe('a scheduled message', () => {
  test('is charged immediately, is sent when its time has come, and keeps its id', async () => {
    const { account, caller, schedule, used } = await aCaller();
    const sent = await schedule(1_500);
    expect(sent.status).toBe(202);
    const { _id: id, status, scheduledFor } = sent.body.data;
    expect([status, timeOfId(id)]).toEqual(['scheduled', Date.parse(scheduledFor)]);
    expect(await used()).toBe(1);
    await until('it is delivered', async () => {
      const { body } = await caller.get(`/messages/${id}`);
      return body.data.status === 'delivered';
    });
    const { data } = (await caller.get(`/messages/${id}`)).body;
    expect(Date.parse(data.sentAt)).toBeGreaterThanOrEqual(Date.parse(scheduledFor));
    expect(data).toMatchObject({ scheduledFor, createdAt: scheduledFor });
    expect(data.requestId).toBe(sent.headers.get('x-request-id'));
    expect(await used()).toBe(1);
    expect(await prisma.scheduledMessage.count({ where: { userId: account.userId } })).toBe(0);
  });

  test('is read and listed, earliest first, only by its account and in its mode', async () => {
    const { account, caller, schedule } = await aCaller();
    const ids = [];
    for (const hours of [3, 1, 2]) ids.push((await schedule(hours * hourMs)).body.data._id);
    const [third, first, second] = ids;
    expect((await caller.get('/messages')).body.data).toEqual([]);
    const page = await caller.get('/messages/scheduled?limit=2');
    expect(page.body.data.map(({ _id }: { _id: string }) => _id)).toEqual([first, second]);
    const rest = await caller.get(`/messages/scheduled?limit=2&after=${page.body.next}`);
    expect(rest.body.data.map(({ _id }: { _id: string }) => _id)).toEqual([third]);
    expect((await caller.get(`/messages/${first}`)).body.data.status).toBe('scheduled');

    const tester = client(product.web.url, await aTestKeyOf(account));
    const others = [tester, client(product.web.url, await anAccount())];
    for (const other of others) {
      expect((await other.get('/messages/scheduled')).body.data).toEqual([]);
      expect((await other.get(`/messages/${first}`)).status).toBe(404);
      expect((await other.post(`/messages/${first}/cancel`, undefined)).status).toBe(404);
      const moved = await other.call('PATCH', `/messages/${first}`, {
        body: { send_at: inMs(hourMs) },
      });
      expect(moved.status).toBe(404);
    }
  });

  test('is credited back only once, even if it is cancelled several times at the same time', async () => {
    const { caller, schedule, used } = await aCaller();
    const { _id: id } = (await schedule(hourMs)).body.data;
    await schedule(hourMs);
    expect(await used()).toBe(2);
    const cancels = await Promise.all(
      Array.from({ length: 8 }, () => caller.post(`/messages/${id}/cancel`, undefined)),
    );
    expect(cancels.map(({ status }) => status)).toEqual(cancels.map(() => 200));
    expect(await used()).toBe(1);
    const { data } = (await caller.get(`/messages/${id}`)).body;
    expect(data).toMatchObject({ status: 'cancelled', content: null, recipient: `+91${to}` });
    expect((await caller.get('/messages/scheduled')).body.data).toHaveLength(1);
    await query(
      'age',
      `UPDATE scheduled_messages SET cancelled_at = now() - interval '31 days' WHERE id = $1`,
      [id],
    );
    await purgeCancelled();
    expect((await caller.get(`/messages/${id}`)).status).toBe(404);
  });

  test('can be changed or cancelled only until its time has come', async () => {
    const { account, caller, schedule } = await aCaller();
    const { _id: id, scheduledFor } = (await schedule(10 * dayMs)).body.data;
    const move = (ms: number) =>
      caller.call('PATCH', `/messages/${id}`, {
        body: { send_at: new Date(Date.parse(scheduledFor) + ms).toISOString() },
      });
    const moved = await move(2 * dayMs);
    expect([moved.status, moved.body.data._id]).toEqual([200, id]);
    expect(Date.parse(moved.body.data.scheduledFor)).toBe(Date.parse(scheduledFor) + 2 * dayMs);
    for (const ms of [4 * dayMs, -4 * dayMs]) {
      const refused = await move(ms);
      expect([refused.status, refused.body.error.param]).toEqual([400, 'send_at']);
    }
    await letCome(account);
    await until('it is in the log', async () => {
      await releaseDue();
      return (await caller.get('/messages')).body.data.length === 1;
    });
    for (const late of [await move(0), await caller.post(`/messages/${id}/cancel`, undefined)]) {
      expect([late.status, late.body.error.code]).toEqual([409, 'message_not_scheduled']);
    }
  });

  test('is either sent, or cancelled and credited back, if a user cancels it just as it becomes due', async () => {
    const { account, caller, schedule, used } = await aCaller();
    const ids: string[] = [];
    for (let i = 0; i < 20; i += 1) ids.push((await schedule(hourMs)).body.data._id);
    await letCome(account);
    const [cancels] = await Promise.all([
      Promise.all(ids.map((id) => caller.post(`/messages/${id}/cancel`, undefined))),
      releaseDue(),
      releaseDue(),
    ]);
    const cancelled = cancels.filter(({ status }) => status === 200).length;
    await until('all others are in the log', async () => {
      await releaseDue();
      const log = await prisma.message.count({ where: { userId: account.userId } });
      return log === ids.length - cancelled;
    });
    expect(await used()).toBe(ids.length - cancelled);
  });

  test('waits even if it is part of a batch whose other messages are sent immediately', async () => {
    const { account, caller, used } = await aCaller();
    const [one = '', two = ''] = mobileNumbers(2);
    const messages = [
      { recipient: one, message: 'Now' },
      { recipient: two, message: 'Later', send_at: inMs(hourMs) },
      { recipient: two, message: 'Never', send_at: inMs(70 * dayMs) },
    ];
    const { body } = await caller.post('/messages/batch', { messages }, { 'idempotency-key': 'a' });
    expect((body.data as Result[]).map(({ data, error }) => data?.status ?? error?.param)).toEqual([
      'queued',
      'scheduled',
      'send_at',
    ]);
    const again = await caller.post('/messages/batch', { messages }, { 'idempotency-key': 'a' });
    expect(again.body).toEqual(body);
    expect(await used()).toBe(2);
    expect(await prisma.message.count({ where: { userId: account.userId } })).toBe(1);
  });

  test('costs nothing with a test key, and is simulated as delivered', async () => {
    const { account, used } = await aCaller();
    const tester = client(product.web.url, await aTestKeyOf(account));
    const { body } = await tester.post('/messages/send-message', {
      ...{ recipient: to, message: 'Hello', send_at: inMs(hourMs) },
    });
    await letCome(account);
    await until('it is delivered', async () => {
      await releaseDue();
      const { data } = (await tester.get(`/messages/${body.data._id}`)).body;
      return data.status === 'delivered';
    });
    expect(await used()).toBe(0);
  });

  test('is cancelled and deleted when its number is erased', async () => {
    const { account, schedule, used } = await aCaller();
    await schedule(hourMs);
    await schedule(hourMs, { recipient: mobileNumbers(2)[1] });
    await eraseScheduled(account.userId, `+91${to}`);
    expect(await used()).toBe(1);
    const left = await prisma.scheduledMessage.findMany({ where: { userId: account.userId } });
    expect(left.map(({ recipient }) => recipient)).not.toContain(`+91${to}`);
    expect(left).toHaveLength(1);
  });

  test('of a closed account is not moved to the queue', async () => {
    const { account, schedule } = await aCaller();
    await schedule(hourMs);
    await query(
      'close',
      `INSERT INTO account_deletions (user_id, requested_at, due_at) VALUES ($1, now(), now() + interval '30 days')`,
      [account.userId],
    );
    await letCome(account);
    await releaseDue();
    expect(await prisma.scheduledMessage.count({ where: { userId: account.userId } })).toBe(1);
  });
});

test('1,000 due messages of one account do not delay the due message of another account', async () => {
  const [busy, other] = [await aCaller(), await aCaller()];
  const messages = mobileNumbers(1_000).map((recipient) => ({
    ...{ recipient, message: 'Hello', send_at: inMs(hourMs) },
  }));
  await busy.caller.post('/messages/batch', { messages });
  const { _id: id } = (await other.schedule(hourMs)).body.data;
  await letCome(busy.account);
  await letCome(other.account);
  await releaseDue();
  const inLog = ({ userId }: { userId: string }) => prisma.message.count({ where: { userId } });
  await until('all are in the log', async () => (await inLog(busy.account)) === 1_000);
  expect((await other.caller.get(`/messages/${id}`)).body.data.status).not.toBe('scheduled');
});
