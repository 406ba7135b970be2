import { expect, test } from 'vitest';
import { issueMailedToken } from '#domain/identity/accounts/account-tokens.ts';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { client } from '../support/client.ts';
import { aVisitor } from '../support/visitor.ts';

const web = await sharedWeb();
const rest = client(web.url, null);

const person = { name: 'Meera Iyer', email: 'meera.iyer@example.com' };
const twice = (password: string) => ({ password, passwordConfirm: password });

const known = [
  ['password1', 'This is a commonly used password. Add another word or two.'],
  ['meera.iyer', 'Your name, your email address and our name are easy to guess.'],
] as const;

test.each(known)('sign-up over REST rejects %s and says why', async (password, hint) => {
  const { status, body } = await rest.post('/users/signup', { ...person, ...twice(password) });
  expect([status, body.error.code, body.error.param]).toEqual([
    400,
    'invalid_parameter',
    'password',
  ]);
  expect(body.message).toContain(hint);
  expect(await prisma.user.count({ where: { emailKey: person.email } })).toBe(0);
});

test.each(known)('the sign-up form rejects %s beside its field', async (password, hint) => {
  const fields = { ...person, ...twice(password), terms: 'on' };
  const page = await aVisitor(web.url).post('/register', fields);
  expect(page.status).toBe(400);
  expect(page.html).toMatch(new RegExp(`id="register-password-error">${hint}`));
  expect(page.html).toContain(`value="${person.email}"`);
  expect(await prisma.user.count({ where: { emailKey: person.email } })).toBe(0);
});

test('a rejected password leaves a reset link valid', async () => {
  const { userId, email } = await aUser({ ...person, email: 'other@example.com' });
  const token = await issueMailedToken('reset_password', userId, email);
  const path = `/users/resetPassword/${token}`;
  const refused = await rest.call('PATCH', path, { body: twice('meera iyer') });
  expect([refused.status, refused.body.error.param]).toEqual([400, 'password']);
  const page = await aVisitor(web.url).post(`/reset-password/${token}`, twice('qwerty123'));
  expect(page.status).toBe(400);
  expect(page.html).toContain('This is a commonly used password.');
  expect((await rest.call('PATCH', path, { body: twice('marble kettle') })).status).toBe(200);
});
