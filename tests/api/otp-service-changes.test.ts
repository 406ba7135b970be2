import { expect, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { anOtpCaller } from '../support/otp-caller.ts';

const web = await sharedWeb();

/** Makes `count` concurrent requests. */
const many = <T>(count: number, make: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, make));

const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('concurrent requests with one Idempotency-Key create one service', async () => {
  const { account, call } = await anOtpCaller(web.url);
  const make = () => call.post('/otp-services', { name: 'Acme' }, { 'idempotency-key': 'once' });
  // With this many requests, some begin before the first one commits.
  const replies = await many(24, make);
  expect(replies.map(({ status }) => status)).toEqual(Array(24).fill(201));
  expect(new Set(replies.map(({ body }) => body.data._id)).size).toBe(1);
  const first = replies.filter(({ headers }) => !headers.has('idempotent-replayed'));
  expect(first).toHaveLength(1);
  expect(await prisma.otpService.count({ where: { userId: account.userId } })).toBe(1);
  const other = await call.post('/otp-services', { name: 'B' }, { 'idempotency-key': 'once' });
  expect(other.body.error.code).toBe('idempotency_mismatch');
});

test('concurrent changes of different fields of a service are all stored', async () => {
  const { call } = await anOtpCaller(web.url);
  const made = await call.post('/otp-services', { name: 'Acme' });
  const path = `/otp-services/${made.body.data._id}`;
  const changes = [
    ...[{ name: 'Beta' }, { length: 8 }, { letters: true }, { ttl_seconds: 600 }],
    ...[{ max_attempts: 3 }, { resend: 'new' }, { web_domain: 'example.com' }],
    { text: 'Use {code} for {name}.' },
  ];
  const replies = await Promise.all(changes.map((body) => call.call('PATCH', path, { body })));
  expect(replies.map(({ status }) => status)).toEqual(changes.map(() => 200));
  const [service] = (await call.get('/otp-services')).body.data;
  expect(service).toMatchObject(Object.assign({}, ...changes));
});

test('the second of two conflicting changes is rejected', async () => {
  const { call } = await anOtpCaller(web.url);
  const made = await call.post('/otp-services', { name: 'Acme' });
  const path = `/otp-services/${made.body.data._id}`;
  const test_numbers = [{ recipient: '9811155555', code: '482913', ends_on: inDays(1) }];
  const replies = await Promise.all(
    [{ length: 8 }, { test_numbers }].map((body) => call.call('PATCH', path, { body })),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
});

test('a text of more than ten segments is refused when it is saved', async () => {
  const { call } = await anOtpCaller(web.url);
  const text = `{code}${'{name}'.repeat(80)}`;
  const name = 'क'.repeat(30);
  const refused = await call.post('/otp-services', { name, text });
  expect([refused.status, refused.body.error]).toMatchObject([
    400,
    { code: 'message_too_long', param: 'text' },
  ]);
  const made = await call.post('/otp-services', { name: 'A', text });
  expect(made.status).toBe(201);
  const path = `/otp-services/${made.body.data._id}`;
  const changed = await call.call('PATCH', path, { body: { name } });
  expect(changed.body.error.code).toBe('message_too_long');
});

test('a test number must end within a year', async () => {
  const { call } = await anOtpCaller(web.url);
  const make = (ends_on: string) =>
    call.post('/otp-services', {
      name: 'Acme',
      test_numbers: [{ recipient: '9811144444', code: '482913', ends_on }],
    });
  const late = await make(inDays(368));
  expect([late.status, late.body.error.param]).toEqual([400, 'test_numbers.0.ends_on']);
  expect((await make(inDays(365))).status).toBe(201);
});
