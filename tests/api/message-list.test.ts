import { expect, test } from 'vitest';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { sharedWeb } from '../support/shared-web.ts';

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

test('a list is paged without gap or repeat, and filtered', async () => {
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
