import { expect, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { startSharedProduct } from '../harness/product.ts';
import { until } from '../harness/until.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { insertMessages } from '../support/messages.ts';

const start = await startSharedProduct();

const untilDone = (call: ReturnType<typeof client>, id: string) =>
  until('the erasure is done', async () => {
    const { body } = await call.get(`/erasures/${id}`);
    return body.data.status === 'done' && body.data;
  });

test('a worker erases a number that received messages, and the number can receive messages again', async () => {
  const { call, reach, account } = await start();
  const { body: sent } = await call.send('9876543210', 'Hello');
  const { createdAt } = await reach(sent.data._id, 'delivered');
  const { status, body } = await call.post('/erasures', { recipient: '98765 43210' });
  expect(status).toBe(202);
  const retainedUntil = new Date(Date.parse(createdAt) + 365 * 24 * 3_600_000).toISOString();
  expect(body.data).toMatchObject({ retainedUntil, requestedBy: account.keyId });
  expect(JSON.stringify(body)).not.toContain('9876543210');
  expect(await untilDone(call, body.data._id)).toMatchObject({ total: 1, messages: 1, open: 0 });
  const erased = await call.get(`/messages/${sent.data._id}`);
  expect(erased.body.data).toMatchObject({
    ...{ content: null, kind: 'message', status: 'delivered' },
    recipient: expect.stringMatching(/^erased_[0-9a-f]{20}$/),
  });
  expect((await call.get('/messages?recipient=9876543210')).body.data).toEqual([]);
  const again = await call.send('9876543210', 'Hello again');
  await reach(again.body.data._id, 'delivered');
  const { body: found } = await call.get('/recipient-data?recipient=9876543210');
  expect(found.data.messages.map(({ content }: { content: string }) => content)).toEqual([
    'Hello again',
  ]);
});

test('requests with one Idempotency-Key start one erasure, which is invisible to other accounts', async () => {
  const { call, web } = await start();
  const headers = { 'idempotency-key': 'once' };
  const [first, second] = [
    await call.post('/erasures', { recipient: '9876543211' }, headers),
    await call.post('/erasures', { recipient: '9876543211' }, headers),
  ];
  expect(second.body.data).toEqual(first.body.data);
  await untilDone(call, first.body.data._id);
  const stranger = client(web.url, await anAccount());
  expect((await stranger.get(`/erasures/${first.body.data._id}`)).status).toBe(404);
  expect((await stranger.get('/erasures')).body.data).toEqual([]);
  expect((await stranger.get('/text-views')).body.data).toEqual([]);
});

test('an erasure does not touch messages of other accounts to the same number', async () => {
  const { call, web, account } = await start();
  const ids = await insertMessages(account.userId, [{ recipient: '+919876543212' }]);
  const stranger = client(web.url, await anAccount());
  const { body } = await stranger.post('/erasures', { recipient: '9876543212' });
  expect(body.data.retainedUntil).toBeNull();
  await untilDone(stranger, body.data._id);
  const { body: kept } = await call.get(`/messages/${ids[0]}`);
  expect(kept.data.recipient).toBe('+919876543212');
});

test.each([
  '12345',
  '',
  '+1 202 555 0100',
  '\u0000',
  '9'.repeat(5_000),
  'erased_0123456789abcdef0123',
])(
  'rejects the recipient %j, which is not an Indian number, for erasure and export',
  async (recipient) => {
    const { call } = await start();
    const replies = [
      await call.post('/erasures', { recipient }),
      await call.get(`/recipient-data?recipient=${encodeURIComponent(recipient)}`),
    ];
    expect(replies.map(({ status }) => status)).toEqual([400, 400]);
  },
);

test('the export of a phone number contains its messages, its OTP records without the codes, and its suppression', async () => {
  const { call, account, reach } = await start();
  const recipient = '9876543213';
  await call.post('/suppressions', { recipient, reason: 'Replied STOP' });
  const { body: otp } = await call.post('/messages/send-otp', { recipient });
  const message = await prisma.message.findFirstOrThrow({ where: { userId: account.userId } });
  await reach(message.id, 'delivered');
  await insertMessages(account.userId, [
    ...Array.from({ length: 3 }, () => ({ recipient: `+91${recipient}` })),
    { recipient: '+919876543299' },
  ]);
  const seen: string[] = [];
  for (let next = ''; ; ) {
    const query = new URLSearchParams({ recipient, limit: '2', ...(next && { after: next }) });
    const { body } = await call.get(`/recipient-data?${query}`);
    seen.push(...body.data.messages.map(({ _id }: { _id: string }) => _id));
    expect(body.data.otps).toHaveLength(next === '' ? 1 : 0);
    expect(body.data.suppression?.reason).toBe(next === '' ? 'Replied STOP' : undefined);
    if (next === '') expect(body.data.otps[0]).toMatchObject({ _id: otp.data.otpId });
    expect(JSON.stringify(body)).not.toMatch(/codeHash|encrypted/i);
    if (body.next === null) break;
    next = body.next;
  }
  expect(new Set(seen).size).toBe(4);
});

test('after an erasure no table contains the number, except the listed columns', async () => {
  const { call, account } = await start();
  const recipient = '9876543214';
  await insertMessages(account.userId, [{ recipient: `+91${recipient}`, content: 'Dear Asha' }]);
  const { body } = await call.post('/erasures', { recipient });
  await untilDone(call, body.data._id);
  expect(await tablesWith(recipient)).toEqual([]);
  expect(await tablesWith('Dear Asha')).toEqual([]);
});

/** The tables that have a row with this text in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    SELECT relname AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = 'public' AND relkind IN ('r', 'p') AND NOT relispartition`;
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await prisma.$queryRawUnsafe<object[]>(
      `SELECT FROM "${name}" AS t WHERE t::text LIKE '%' || $1 || '%' LIMIT 1`,
      text,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test('stored responses contain no number, address or text, and a replay after an erasure shows the number as erased', async () => {
  const { call, reach, account } = await start();
  const number = '9876543219';
  const item = { recipient: number, message: 'Dear Asha, your order is packed' };
  const email = { channel: 'email', to: 'asha@example.com' };
  const paths = {
    '/messages/send-message': item,
    '/messages/batch': { messages: [item, { ...item, recipient: '12' }] },
    '/messages/send-otp': { recipient: number, channels: [{ channel: 'sms' }, email] },
  };
  const send = (path: string, body: object) => call.post(path, body, { 'idempotency-key': path });
  const firsts = [];
  for (const [path, body] of Object.entries(paths)) {
    const first = await send(path, body);
    expect(first.status).toBeLessThan(300);
    expect((await send(path, body)).body).toEqual(first.body);
    firsts.push(first.body);
  }
  const saved = await prisma.idempotencyKey.findMany({ where: { scope: account.userId } });
  expect(saved).toHaveLength(3);
  expect(JSON.stringify(saved.map(({ answer }) => answer))).not.toMatch(/98765|Asha|asha/);

  const [message, batch] = firsts;
  const ids = [message.data._id, batch.data[0].data._id];
  for (const id of ids) await reach(id, 'delivered');
  const { body } = await call.post('/erasures', { recipient: number });
  await until('the messages are erased', async () => {
    const { body: now } = await call.get(`/erasures/${body.data._id}`);
    return now.data.messages >= 2;
  });
  const again = await send('/messages/send-message', item);
  const againInBatch = await send('/messages/batch', paths['/messages/batch']);
  for (const data of [again.body.data, againInBatch.body.data[0].data]) {
    expect(ids).toContain(data._id);
    expect(data.content).toBeNull();
    expect(data.recipient).toMatch(/^erased_/);
  }
});
