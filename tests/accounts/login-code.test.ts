import { hash } from '@node-rs/argon2';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderAccountEmail } from '#domain/identity/accounts/account-emails.ts';
import { loginCode } from '#domain/identity/accounts/contract.browser.ts';
import { failedLoginCeiling } from '#domain/identity/accounts/limit-auth-attempts.ts';
import { issueLoginCode, logIn, redeemLoginCode } from '#domain/identity/accounts/log-in.ts';
import { createUser } from '#domain/identity/accounts/sign-up.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { flushRedis } from '../harness/flush-redis.ts';
import { ownProgram } from '../support/account.ts';
import { recordWork } from '../support/recorded-work.ts';

beforeEach(async () => {
  vi.restoreAllMocks();
  // The tests skip the delay of up to 4 s before each attempt.
  vi.spyOn(clock, 'wait').mockResolvedValue();
  await flushRedis();
  await prisma.email.deleteMany();
});

const password = 'marble kettle';
const device = { kind: 'program', userAgent: 'tests' } as const;

let made = 0;

/** A user whose password hash is cheap enough for 10,000 guesses in a test. */
async function anOwner() {
  made += 1;
  const email = `owner${made}@example.com`;
  const passwordHash = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const userId = await createUser({ name: 'Owner', email, passwordHash, confirmed: true });
  return { userId, email };
}

/** The result of an attempt: `in`, or the error code. */
const attempt = (email: string, tried: string, code?: string): Promise<string> =>
  logIn({ email, password: tried, ...(code !== undefined && { code }) }, device, ownProgram).then(
    () => 'in',
    (error) => error.code,
  );

/** Enters wrong passwords up to the limit of the account. */
async function guessToCeiling(email: string) {
  for (let i = 0; i < failedLoginCeiling; i++) {
    expect(await attempt(email, `guess ${i}`)).toBe('invalid_credentials');
  }
}

const emailsTo = (email: string) => prisma.email.findMany({ where: { email, kind: 'login_code' } });

/** Renders the email as the worker does. @returns the code in it */
async function codeMailedTo(email: string): Promise<string> {
  const [queuedEmail] = await emailsTo(email);
  const rendered = queuedEmail && (await renderAccountEmail('login_code', queuedEmail));
  return /code is (\d{6})\./.exec(rendered?.content.paragraphs[0] ?? '')?.[1] ?? '';
}

/** An account that has reached its limit of wrong passwords, and the code emailed to its owner. */
async function withCode() {
  const owner = await anOwner();
  await guessToCeiling(owner.email);
  expect(await attempt(owner.email, password)).toBe('login_code_required');
  return { ...owner, code: await codeMailedTo(owner.email) };
}

const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('10,000 guesses that include the right password fail, and the owner can still sign in during the attack', async () => {
  const { userId, email } = await anOwner();
  const outcomes = new Map<string, number>();
  let owner: Promise<string[]> | undefined;
  for (let round = 0; round < 100; round++) {
    const guesses = Array.from({ length: 100 }, (_, i) =>
      attempt(email, round > 0 && i % 50 === 0 ? password : `guess ${round} ${i}`),
    );
    for (const outcome of await Promise.all(guesses)) {
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    if (round === 50) {
      owner = (async () => [
        await attempt(email, password),
        await attempt(email, password, await codeMailedTo(email)),
      ])();
    }
  }
  expect(await owner).toEqual(['login_code_required', 'in']);
  expect(Object.fromEntries(outcomes)).toEqual({
    invalid_credentials: failedLoginCeiling,
    login_code_required: 10_000 - failedLoginCeiling,
  });
  expect(await prisma.session.count({ where: { userId } })).toBe(1);
  // The guesses include the right password 198 times, but few emails are sent.
  expect((await emailsTo(email)).length).toBeLessThanOrEqual(3);
}, 120_000);

test('a code works only once, even if it is pasted with spaces or dashes, or submitted ten times in parallel', async () => {
  const { email, code } = await withCode();
  const pasted = `${code.slice(0, 3)} - ${code.slice(3)}`;
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, () => attempt(email, password, pasted)),
  );
  expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(1);
  expect(await attempt(email, password, code)).toBe('login_code_incorrect');
});

test('a code becomes invalid after five wrong attempts, and is never valid for another account', async () => {
  const { email, code } = await withCode();
  const other = await withCode();
  if (other.code !== code) {
    expect(await attempt(other.email, password, code)).toBe('login_code_incorrect');
  }
  for (let i = 0; i < loginCode.tries; i++) {
    expect(await attempt(email, password, otherCode(code))).toBe('login_code_incorrect');
  }
  expect(await attempt(email, password, code)).toBe('login_code_incorrect');
});

test('a wrong password together with a code gets the error of a wrong code, and uses up no attempt at the code', async () => {
  const { email, code } = await withCode();
  for (let i = 0; i < 2 * loginCode.tries; i++) {
    expect(await attempt(email, 'wrong', code)).toBe('login_code_incorrect');
  }
  expect(await attempt(email, password, code)).toBe('in');
});

test('a code expires after ten minutes', async () => {
  const { email, code } = await withCode();
  const later = Date.now() + loginCode.ttlMs + 1;
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(later));
  expect(await attempt(email, password, code)).toBe('login_code_incorrect');
});

test('a newer code makes the older code invalid', async () => {
  const { email, code } = await withCode();
  const newer = await codeMailedTo(email);
  if (newer !== code) expect(await attempt(email, password, code)).toBe('login_code_incorrect');
  expect(await attempt(email, password, newer)).toBe('in');
});

test('signing in with a code does not reset the count of wrong passwords', async () => {
  const { email, code } = await withCode();
  expect(await attempt(email, password, code)).toBe('in');
  expect(await attempt(email, 'guess')).toBe('login_code_required');
  expect(await attempt(email, password)).toBe('login_code_required');
});

test('a login with the right password needs no code until the limit of wrong passwords is reached', async () => {
  const { email } = await anOwner();
  for (let i = 0; i < 2 * failedLoginCeiling; i++)
    expect(await attempt(email, password)).toBe('in');
  await guessToCeiling(email);
  expect(await attempt(email, password)).toBe('login_code_required');
});

test('at the limit of wrong passwords, a wrong password and an unknown address get the same response, and no email is sent', async () => {
  const { email } = await anOwner();
  for (const address of [email, 'nobody@example.com']) {
    await guessToCeiling(address);
    expect(await attempt(address, 'wrong')).toBe('login_code_required');
    expect(await attempt(address, 'wrong', '123456')).toBe('login_code_incorrect');
    expect(await emailsTo(address)).toEqual([]);
  }
});

test('repeated requests send at most one code email a minute', async () => {
  const { email } = await withCode();
  for (let i = 0; i < 5; i++) await attempt(email, password);
  expect(await emailsTo(email)).toHaveLength(1);
});

test('where a code is required, a right and a wrong password take the same amount of work', async () => {
  const { email } = await withCode();
  const workOf = (tried: string, code?: string) =>
    recordWork(async () => {
      expect(await attempt(email, tried, code)).toMatch(/^login_code_/);
    });
  await workOf('wrong');
  const right = await workOf(password);
  expect(right).toContain('check of the password');
  expect(await workOf('wrong')).toEqual(right);
  expect(await workOf('wrong', '000000')).toEqual(await workOf(password, '000000'));
});

test('no table contains the code', async () => {
  const { userId, code } = await withCode();
  const row = await prisma.loginCode.findUniqueOrThrow({ where: { userId } });
  expect(Buffer.from(row.codeHash).toString('latin1')).not.toContain(code);
  expect(JSON.stringify(await prisma.email.findMany())).not.toContain(code);
});

test('an emailed code may be entered in digits of any writing system', async () => {
  const { userId } = await anOwner();
  const code = await issueLoginCode(userId);
  const typed = code.replaceAll(/\d/g, (digit) => '०१२३४५६७८९'[Number(digit)] ?? '');
  expect(await redeemLoginCode(userId, ` ${typed.slice(0, 3)} ${typed.slice(3)}`)).toBe(true);
});
