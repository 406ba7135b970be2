import { expect, test } from 'vitest';
import { sharedWeb } from '../harness/shared-web.ts';
import { anAccount, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';

const web = await sharedWeb();

const hindi = 'नमस्ते, आपका ऑर्डर भेज दिया गया है। '.repeat(10).slice(0, 330);
const batchOf = (recipients: string[], message = hindi) => ({
  messages: recipients.map((recipient) => ({ recipient, message })),
});

test('a batch whose items are all rejected counts as one API call', async () => {
  const account = await anAccount();
  const call = client(web.url, account);
  const { status, body } = await call.post('/messages/batch', batchOf(Array(1_000).fill('12345')));
  expect(status).toBe(202);
  expect(new Set(body.data.map(({ error }: { error: { code: string } }) => error.code))).toEqual(
    new Set(['invalid_recipient']),
  );
  expect(await getUsage(account)).toEqual({ messagesUsed: 0, apiCallsUsed: 1 });
});

test.each([
  ['with too many items', batchOf(Array(1_001).fill('9876543210'), 'Hello'), 400],
  ['that is not JSON', '{"messages":[', 400],
  ['that is too large', ' '.repeat(1024 * 1024 + 1), 413],
])('a batch %s is rejected, and counts as an API call', async (_, body, status) => {
  const account = await anAccount();
  const reply = await client(web.url, account).post('/messages/batch', body);
  expect(reply.status).toBe(status);
  expect(await getUsage(account)).toEqual({ messagesUsed: 0, apiCallsUsed: 1 });
});

test('a batch that exceeds the message quota counts as an API call, and a batch is rejected when no API calls are left', async () => {
  const account = await anAccount({ messageLimit: 0, apiCallLimit: 2 });
  const call = client(web.url, account);
  const good = batchOf(mobileNumbers(2), 'Hello');
  const codes: string[] = [];
  for (let i = 0; i < 4; i += 1) {
    codes.push((await call.post('/messages/batch', good)).body.error.code);
  }
  expect(codes).toEqual([
    ...['message_limit_reached', 'message_limit_reached'],
    ...['api_call_limit_reached', 'api_call_limit_reached'],
  ]);
  const refused = await call.post('/messages/batch', batchOf(['12345']));
  expect(refused.body.error.code).toBe('api_call_limit_reached');
  expect(await getUsage(account)).toEqual({ messagesUsed: 0, apiCallsUsed: 2 });
});

test('a batch repeated with its Idempotency-Key gets the first response, and counts as one API call', async () => {
  const account = await anAccount();
  const call = client(web.url, account);
  const batch = batchOf([...mobileNumbers(2), '12345'], 'Hello');
  const send = () => call.post('/messages/batch', batch, { 'idempotency-key': 'once' });
  const first = await send();
  const again = await send();
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await getUsage(account)).toEqual({ messagesUsed: 2, apiCallsUsed: 1 });
});

test('while the web server reads a large batch, it answers other requests', async () => {
  const call = client(web.url, await anAccount());
  const ended: string[] = [];
  const long = batchOf(Array(1_000).fill('9876543210'));
  // Sends only two batches: on a slow machine, a third batch might wait longer than the web server allows.
  const batches = Array.from({ length: 2 }, async () => {
    expect((await call.post('/messages/batch', long)).status).toBe(202);
    ended.push('batch');
  });
  const others = Array.from({ length: 3 }, async () => {
    expect((await fetch(`${web.url}/healthz`)).status).toBe(200);
    ended.push('other');
  });
  await Promise.all([...batches, ...others]);
  expect(ended.indexOf('other')).toBeLessThan(ended.lastIndexOf('batch'));
});
