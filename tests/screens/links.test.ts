import { expect, test } from 'vitest';
import { issueMailedToken } from '#domain/identity/accounts/account-tokens.ts';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { aVisitor } from '../support/visitor.ts';

const web = await sharedWeb();

const toLogin = '<meta content="2;url=/login" http-equiv="refresh"/>';

test('a request for a reset link gets the same answer for known and unknown addresses', async () => {
  const { email } = await aUser();
  const known = await aVisitor(web.url).post('/forget-password', { email });
  const unknown = await aVisitor(web.url).post('/forget-password', { email: 'no@example.com' });
  for (const { status, html } of [known, unknown]) {
    expect(status).toBe(200);
    expect(html).toContain('If there is an account with this address, we have emailed it a link.');
    expect(html).toContain(toLogin);
  }
});

test('a reset link sets a password only once', async () => {
  const { userId, email } = await aUser();
  const token = await issueMailedToken('reset_password', userId, email);
  const path = `/reset-password/${token}`;
  const visitor = aVisitor(web.url);
  const fields = { password: 'battery staple', passwordConfirm: 'battery staple' };
  const differ = await visitor.post(path, { ...fields, passwordConfirm: 'other' });
  expect(differ.status).toBe(400);
  const done = await visitor.post(path, fields);
  expect(done.status).toBe(200);
  expect(done.html).toContain('Your password has been reset.');
  expect(done.html).toContain(toLogin);
  const again = await visitor.post(path, fields);
  expect(again.status).toBe(400);
  expect(again.html).toContain('This link has expired or was already used.');
  expect(await visitor.post('/login', { email, password: fields.password })).toMatchObject({
    status: 302,
  });
});

test('pressing the button confirms an address, and opening the link does not', async () => {
  const { userId, email, password } = await aUser({ confirmed: false });
  const token = await issueMailedToken('confirm_email', userId, email);
  const visitor = aVisitor(web.url);
  const confirmedAt = async () =>
    (await prisma.user.findUniqueOrThrow({ where: { id: userId } })).emailConfirmedAt;
  expect((await visitor.get(`/confirm-email/${token}`)).html).toContain('Confirm email address');
  const stranger = await visitor.post(`/confirm-email/${token}`, {});
  expect(stranger.location).toBe(`/login?to=%2Fconfirm-email%2F${token}`);
  expect(await confirmedAt()).toBeNull();
  await visitor.post('/login', { email, password });
  expect((await visitor.post(`/confirm-email/${token}`, {})).location).toBe('/dashboard');
  expect(await confirmedAt()).not.toBeNull();
  const again = await visitor.post(`/confirm-email/${token}`, {});
  expect(again.status).toBe(400);
  expect(again.html).toContain('This link has expired or was already used.');
});
