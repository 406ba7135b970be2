import { beforeEach, expect, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { flushRedis } from '../harness/flush-redis.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { client } from '../support/client.ts';

const web = await sharedWeb({ TRUSTED_PROXIES: '1' });
beforeEach(flushRedis);

let made = 0;
const aForm = (changes: Record<string, string> = {}) => ({
  name: 'Asha Rao',
  email: `once${++made}@example.com`,
  password: 'marble kettle',
  passwordConfirm: 'marble kettle',
  ...changes,
});

const signUp = (body: unknown, key: string, from = '192.0.2.1') =>
  client(web.url, null).post('/users/signup', body, {
    'idempotency-key': key,
    'x-forwarded-for': from,
  });

test('a repeated sign-up gets the first response again, even from another network', async () => {
  const form = aForm();
  const first = await signUp(form, 'a');
  expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null]);
  await prisma.user.update({
    where: { id: first.body.user._id },
    data: { name: 'Renamed', email: 'moved@example.com', emailKey: 'moved@example.com' },
  });
  for (const from of ['192.0.2.1', '198.51.100.7']) {
    const again = await signUp(form, 'a', from);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(again.body).toEqual(first.body);
  }
  expect(await prisma.email.count({ where: { email: form.email, kind: 'welcome' } })).toBe(1);
});

test('of ten concurrent requests with one key, one creates the account, and all get its response', async () => {
  const form = aForm();
  const replies = await Promise.all(Array.from({ length: 10 }, () => signUp(form, 'b')));
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
  expect(new Set(replies.map(({ body }) => body.user._id)).size).toBe(1);
  const replayed = replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
  expect(replayed).toHaveLength(9);
});

test('the same Idempotency-Key with another body is rejected, and creates no account', async () => {
  const form = aForm();
  await signUp(form, 'c');
  const others = [
    { ...form, name: 'Other' },
    { ...form, password: 'quiet lantern', passwordConfirm: 'quiet lantern' },
    aForm(),
  ];
  for (const other of others) {
    const { status, body } = await signUp(other, 'c');
    expect([status, body.error.code]).toEqual([422, 'idempotency_mismatch']);
  }
  const last = others.at(-1)?.email ?? '';
  expect(await prisma.user.count({ where: { emailKey: last } })).toBe(0);
});

test('a stranger who reuses an Idempotency-Key gets no data of the first user, even with the first user’s address', async () => {
  const form = aForm();
  await signUp(form, 'd', '192.0.2.9');
  const own = aForm();
  const reply = await signUp(own, 'd', '203.0.113.5');
  expect([reply.status, reply.body.user.email]).toEqual([201, own.email]);
  const guess = { ...form, password: 'quiet lantern', passwordConfirm: 'quiet lantern' };
  const thief = await signUp(guess, 'd', '203.0.113.6');
  expect(thief.status).toBe(422);
  expect(JSON.stringify(thief.body)).not.toContain('usr_');
});

test('a rejected sign-up is not stored', async () => {
  const form = aForm();
  const weak = { ...form, password: 'password1', passwordConfirm: 'password1' };
  expect((await signUp(weak, 'e')).status).toBe(400);
  expect((await signUp(form, 'e')).status).toBe(201);
});

test('the stored response contains neither the password nor an unkeyed hash of the request', async () => {
  const form = aForm();
  const body = JSON.stringify(form);
  await signUp(body, 'f');
  const rows = await prisma.idempotencyKey.findMany({ where: { key: 'f' } });
  expect(rows).toHaveLength(2);
  const { createHash } = await import('node:crypto');
  const plain = createHash('sha256').update(`/users/signup\n${body}`).digest('hex');
  for (const { answer, requestHash, scope } of rows) {
    expect(JSON.stringify(answer)).not.toContain(form.password);
    expect(Buffer.from(requestHash).toString('hex')).not.toBe(plain);
    expect(scope).not.toContain(form.email);
  }
});
