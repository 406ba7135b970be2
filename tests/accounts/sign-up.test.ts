import { expect, test } from 'vitest';
import { getUser } from '#domain/billing/get-user.ts';
import { signUpInput } from '#domain/identity/accounts/contract.browser.ts';
import { logIn } from '#domain/identity/accounts/log-in.ts';
import { signUp } from '#domain/identity/accounts/sign-up.ts';
import { firstInputError } from '#domain/shared/describe-issue.browser.ts';
import { prisma } from '#platform/db.ts';
import { asProgram, ownProgram } from '../support/account.ts';

const form = (changes: Record<string, unknown> = {}) => ({
  name: 'Asha Rao',
  email: 'asha@example.com',
  password: 'correct horse',
  passwordConfirm: 'correct horse',
  ...changes,
});
const inputOf = (changes: Record<string, unknown> = {}) => signUpInput.parse(form(changes));

test('of twenty concurrent sign-ups with one address in different case only one succeeds', async () => {
  const spellings = Array.from({ length: 20 }, (_, i) =>
    [...'many@example.com'].map((c, j) => ((i >> (j % 4)) & 1 ? c.toUpperCase() : c)).join(''),
  );
  const outcomes = await Promise.allSettled(
    spellings.map((email) => signUp(inputOf({ email }), ownProgram)),
  );
  const refused = outcomes.flatMap((o) => (o.status === 'rejected' ? [o.reason] : []));
  expect(refused).toHaveLength(19);
  for (const reason of refused)
    expect(reason).toMatchObject({ code: 'email_taken', param: 'email' });
  expect(await prisma.user.count({ where: { emailKey: 'many@example.com' } })).toBe(1);
  const emailCount = await prisma.email.count({
    where: { kind: 'welcome', email: { equals: 'many@example.com', mode: 'insensitive' } },
  });
  expect(emailCount).toBe(1);
});

test('an address is stored as its owner typed it, and is found in any case', async () => {
  const userId = await signUp(inputOf({ email: ' Ravi.K@Example.com ' }), ownProgram);
  expect(await getUser(userId)).toMatchObject({
    email: 'Ravi.K@Example.com',
    emailConfirmed: false,
  });
  expect(
    await logIn({ email: 'RAVI.k@example.COM', password: 'correct horse' }, asProgram, ownProgram),
  ).toMatchObject({ userId: userId });
});

test.each([
  'आशा राव',
  'Łukasz O’Brien-Şahin',
  '李雷',
  '<script>alert(1)</script>',
  "Robert'); DROP TABLE users;--",
  '👩🏽‍🚀',
])('the name %s is stored unchanged', async (name) => {
  const email = `${Buffer.from(name).toString('hex').slice(0, 40)}@example.com`;
  expect((await getUser(await signUp(inputOf({ name, email }), ownProgram))).name).toBe(name);
});

test.each([
  ['a password of 5 characters', { password: '12345', passwordConfirm: '12345' }, 'password'],
  [
    'a password of 129 characters',
    { password: 'x'.repeat(129), passwordConfirm: 'x'.repeat(129) },
    'password',
  ],
  ['a password with NUL', { password: 'pass\0word', passwordConfirm: 'pass\0word' }, 'password'],
  ['a pair of different passwords', { passwordConfirm: 'correct horsE' }, 'passwordConfirm'],
  ['a name with NUL', { name: 'A\0' }, 'name'],
  ['a name with half of a surrogate pair', { name: 'A\ud83d' }, 'name'],
  ['a blank name', { name: '  ' }, 'name'],
  ['a name of 101 characters', { name: 'a'.repeat(101) }, 'name'],
  ['no address', { email: 'asha' }, 'email'],
  ['an address with a line break', { email: 'a@example.com\nbcc: b@example.com' }, 'email'],
  ['an address of 255 characters', { email: `${'a'.repeat(243)}@example.com` }, 'email'],
  ['the role of somebody else', { role: 'admin' }, 'role'],
])('%s is rejected, and the error names the invalid field', (_, changes, param) => {
  const read = signUpInput.safeParse(form(changes));
  expect(read.error && firstInputError(read.error)).toMatchObject({
    code: 'invalid_parameter',
    param,
  });
});

test('a password of 128 characters is accepted, and its last character matters', async () => {
  const password = `marble kettle ${'x'.repeat(113)}y`;
  const email = 'long@example.com';
  const userId = await signUp(inputOf({ email, password, passwordConfirm: password }), ownProgram);
  expect(await logIn({ email, password }, asProgram, ownProgram)).toMatchObject({ userId: userId });
  await expect(
    logIn({ email, password: `${password.slice(0, -1)}x` }, asProgram, ownProgram),
  ).rejects.toMatchObject({
    code: 'invalid_credentials',
  });
});

test('a password that was set in composed Unicode (NFC) matches even if it is typed in decomposed Unicode (NFD)', async () => {
  const password = 'Åsa–señor';
  const email = 'asa@example.com';
  const composed = password.normalize('NFC');
  const userId = await signUp(
    inputOf({ email, password: composed, passwordConfirm: composed }),
    ownProgram,
  );
  expect(
    await logIn({ email, password: password.normalize('NFD') }, asProgram, ownProgram),
  ).toMatchObject({
    userId: userId,
  });
});

test('each password is stored as argon2id with a separate salt, at the cost that OWASP recommends', async () => {
  await signUp(inputOf({ email: 'one@example.com' }), ownProgram);
  await signUp(inputOf({ email: 'two@example.com' }), ownProgram);
  const users = await prisma.user.findMany({
    where: { emailKey: { in: ['one@example.com', 'two@example.com'] } },
  });
  const hashes = users.map(({ passwordHash }) => passwordHash);
  for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(new Set(hashes).size).toBe(2);
});

test('a sign-up whose welcome email cannot be queued creates no account', async () => {
  const email = 'unwelcome@example.com';
  await prisma.$executeRaw`ALTER TABLE emails ADD CONSTRAINT no_letters CHECK (false) NOT VALID`;
  await expect(signUp(inputOf({ email }), ownProgram)).rejects.toThrow('no_letters');
  await prisma.$executeRaw`ALTER TABLE emails DROP CONSTRAINT no_letters`;
  expect(await prisma.user.count({ where: { email } })).toBe(0);
  await signUp(inputOf({ email }), ownProgram);
  expect(await prisma.email.count({ where: { email, kind: 'welcome' } })).toBe(1);
});
