import { beforeEach, expect, test } from 'vitest';
import { issueMailedToken } from '#domain/identity/accounts/account-tokens.ts';
import { prisma } from '#platform/db.ts';
import { flushRedis } from '../harness/flush-redis.ts';
import { startWeb, stopAfterTest } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { anAccount, aUser } from '../support/account.ts';
import { client } from '../support/client.ts';

const web = await sharedWeb();
beforeEach(flushRedis);

const anyone = () => client(web.url, null);
const form = (email: string) => ({
  name: 'Asha Rao',
  email,
  password: 'correct horse',
  passwordConfirm: 'correct horse',
});

test('a program signs up, logs in, reads its profile and logs out, and each step takes effect at once', async () => {
  const signedUp = await anyone().post('/users/signup', { ...form('a@example.com'), role: 'user' });
  expect(signedUp.status).toBe(201);
  expect(signedUp.body.user).toMatchObject({ email: 'a@example.com', emailConfirmed: false });

  const credentials = { email: 'A@example.com', password: 'correct horse' };
  const { body } = await anyone().post('/users/login', credentials);
  expect(body).toMatchObject({ status: 'success', data: { user: signedUp.body.user } });
  const other = (await anyone().post('/users/login', credentials)).body.token;
  expect(other).not.toBe(body.token);

  const me = client(web.url, body);
  expect((await me.get('/users/profile')).body.data.user._id).toBe(signedUp.body.user._id);
  expect((await me.post('/users/logout', {})).status).toBe(200);
  const after = await me.get('/users/profile');
  expect([after.status, after.body.error.code]).toEqual([401, 'session_expired']);
  expect((await client(web.url, { token: other }).get('/users/profile')).status).toBe(200);
});

test('the sign-up response contains neither password nor hash, and no table contains a password or token in plain text', async () => {
  const { body } = await anyone().post('/users/signup', form('secret@example.com'));
  expect(JSON.stringify(body)).not.toMatch(/argon2|passwordHash|correct horse/);
  const { token } = (
    await anyone().post('/users/login', { email: 'secret@example.com', password: 'correct horse' })
  ).body;
  const stored = JSON.stringify([await prisma.user.findMany(), await prisma.session.findMany()]);
  expect(stored).not.toContain('correct horse');
  expect(stored).not.toContain(token);
});

test('a sign-up with a taken address, a role or two different passwords is rejected, and creates no account', async () => {
  const { email } = await aUser();
  const before = await prisma.user.count();
  const cases = [
    [form(email.toUpperCase()), 409, 'email_taken', 'email'],
    [{ ...form('x@example.com'), role: 'admin' }, 400, 'invalid_parameter', 'role'],
    [
      { ...form('x@example.com'), passwordConfirm: 'x' },
      400,
      'invalid_parameter',
      'passwordConfirm',
    ],
  ] as const;
  for (const [body, status, code, param] of cases) {
    const reply = await anyone().post('/users/signup', body);
    expect([reply.status, reply.body.error.code, reply.body.error.param]).toEqual([
      status,
      code,
      param,
    ]);
  }
  expect(await prisma.user.count()).toBe(before);
});

test('a request for a reset link and a failed login do not reveal whether an account exists', async () => {
  const { email } = await aUser();
  const answers = async (address: string) => {
    const forgot = await anyone().post('/users/forgotPassword', { email: address });
    const login = await anyone().post('/users/login', { email: address, password: 'wrong' });
    const { requestId, ...error } = login.body.error;
    expect(requestId).toMatch(/^req_/);
    return [forgot.status, forgot.body, login.status, error];
  };
  expect(await answers(email)).toEqual(await answers('nobody@example.com'));
});

test('a reset link sets a password only once, and ends all sessions', async () => {
  const { userId, email, token } = await aUser();
  const path = `/users/resetPassword/${await issueMailedToken('reset_password', userId, email)}`;
  const password = 'marble kettle';
  const set = (passwordConfirm: string) =>
    anyone().call('PATCH', path, { body: { password, passwordConfirm } });
  expect((await set('another')).body.error).toMatchObject({ param: 'passwordConfirm' });
  expect((await set(password)).status).toBe(200);
  expect((await set(password)).body.error).toMatchObject({
    code: 'invalid_parameter',
    param: 'token',
    message: 'This link has expired or was already used. Please request a new one.',
  });
  expect((await client(web.url, { token }).get('/users/profile')).status).toBe(401);
  expect((await anyone().post('/users/login', { email, password })).status).toBe(200);
});

test('a user cannot change another user, and the other user’s id is reported as not found', async () => {
  const [me, other] = [await aUser(), await aUser()];
  for (const id of [other.userId, 'usr_none', '%27%20OR%201=1']) {
    const path = `/users/updateUser?id=${id}`;
    const reply = await client(web.url, me).call('PATCH', path, { body: { name: 'Mallory' } });
    expect([reply.status, reply.body.error.code]).toEqual([404, 'not_found']);
  }
  expect(await prisma.user.count({ where: { name: 'Mallory' } })).toBe(0);
});

test('a request with a password but no email address is refused, because only a change of the address uses the password', async () => {
  const me = await aUser();
  const patch = (body: object) =>
    client(web.url, me).call('PATCH', `/users/updateUser?id=${me.userId}`, { body });
  for (const body of [{ password: 'seventeen purple otters' }, { name: 'Asha', password: 'x' }]) {
    const reply = await patch(body);
    expect(reply.status).toBe(400);
    expect(reply.body.error).toMatchObject({
      code: 'invalid_parameter',
      param: 'password',
      message: expect.stringContaining('request a reset link'),
    });
  }
  expect(await prisma.user.count({ where: { id: me.userId, name: 'Asha' } })).toBe(0);
  expect((await patch({ email: me.email, password: me.password })).status).toBe(200);
});

test('calls of a session have a limit per account, and do not count against the plan', async () => {
  const slow = await stopAfterTest(startWeb({ RATE_LIMIT_PER_SECOND: '5' }));
  const me = client(slow.url, await aUser());
  const replies = await Promise.all(Array.from({ length: 40 }, () => me.get('/users/profile')));
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(40 - 15);
  for (const { body, headers } of refused) {
    expect(body.error.code).toBe('rate_limited');
    expect(headers.get('retry-after')).toBe('1');
  }
  const calls = await prisma.usagePeriod.aggregate({ _sum: { apiCallsUsed: true } });
  expect(calls._sum.apiCallsUsed).toBe(0);
});

test('an unconfirmed address blocks sending, but not reading', async () => {
  const strict = await stopAfterTest(startWeb({ REQUIRE_CONFIRMED_EMAIL: 'true' }));
  const account = await anAccount();
  const call = client(strict.url, account);
  const recipient = '9876543210';
  const sends = () =>
    Promise.all([
      call.send(recipient, 'Hello'),
      call.post('/message', { recipient, content: 'Hello' }),
      call.post('/messages/batch', { messages: [{ recipient, message: 'Hello' }] }),
      call.post('/messages/send-otp', { recipient }),
    ]);
  for (const { status, body } of await sends()) {
    expect([status, body.error.code]).toEqual([403, 'email_unverified']);
  }
  expect((await call.get('/balance')).status).toBe(200);
  expect((await call.get('/messages')).body.data).toEqual([]);

  await prisma.user.update({
    where: { id: account.userId },
    data: { emailConfirmedAt: new Date() },
  });
  await until('it may send', async () => (await call.send(recipient, 'Hello')).status === 202);
  for (const { status } of await sends()) expect(status).toBe(202);
});
