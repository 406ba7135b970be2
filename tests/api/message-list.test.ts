import { expect, test } from 'vitest';
import { sharedWeb } from '../harness/shared-web.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';

const web = await sharedWeb();
const account = await anAccount();

const to = '9876543210';

test.each([
  ['limit', '?limit=0'],
  ['limit', '?limit=101'],
  ['limit', '?limit=ten'],
  ['status', '?status=lost'],
  ['recipient', '?recipient=hello'],
  ['from', '?from=yesterday'],
  ['after', '?after=%00'],
])('a list rejects a bad %s: %s', async (param, query) => {
  const reply = await client(web.url, account).get(`/messages${query}`);
  expect(reply.status).toBe(400);
  expect(reply.body.error.param).toBe(param);
});

test.each(['+919876543210', '%2B919876543210', '+91+98765+43210', '09876543210'])(
  'the list finds messages by the recipient %s, even if the URL decoder turned its plus into a space',
  async (recipient) => {
    const own = client(web.url, await anAccount());
    await own.send(to, 'Hello');
    const { body } = await own.get(`/messages?recipient=${recipient}`);
    expect(body.data).toHaveLength(1);
  },
);

test.each([
  '2026-11-20T00:00:00+0530',
  '2026-11-20T00:00:00+05:30',
  '2026-11-20T00:00%2B05:30',
  '2026-11-20',
])(
  'the list accepts the time %s, even if the URL decoder turned its plus into a space',
  async (from) => {
    const own = client(web.url, await anAccount());
    await own.send(to, 'Hello');
    const { status, body } = await own.get(`/messages?from=${from}`);
    expect([status, body.data?.length]).toEqual([200, 1]);
  },
);

test('the error for an invalid time contains an example that can be copied', async () => {
  const { body } = await client(web.url, account).get('/messages?from=2026-11-20T00:00:00');
  expect(body.error.message).toContain('+05:30');
  expect(body.error.message).toContain('%2B');
});

test('paging through a filtered list returns each message once', async () => {
  const own = client(web.url, await anAccount());
  const messages = Array.from({ length: 25 }, (_, i) => ({ recipient: to, message: `no ${i}` }));
  await own.post('/messages/batch', { messages });
  await own.send('9876543211', 'another');
  const seen: string[] = [];
  for (let after = ''; ; ) {
    const { body } = await own.get(`/messages?recipient=${to}&limit=10${after}`);
    seen.push(...body.data.map(({ content }: { content: string }) => content));
    if (!body.hasMore) break;
    after = `&after=${body.data.at(-1)._id}`;
  }
  expect(new Set(seen).size).toBe(25);
  expect(seen).toHaveLength(25);
  expect((await own.get('/messages?status=delivered')).body.data).toEqual([]);
  expect((await own.get('/messages?from=2100-01-01T00:00:00Z')).body.data).toEqual([]);
});
