import { expect, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { anAccount, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import { anOtpCaller } from '../support/otp-caller.ts';

const web = await sharedWeb();
const { account, aNumber, sendOtp, verify, rowOf, codeOf, age } = await anOtpCaller(web.url);

const wrong = (code: string) => (code[0] === '1' ? '2' : '1') + code.slice(1);

/** Enters wrong codes for the newest code of a number. @returns the error codes */
async function tryWrong(to: string, times: number): Promise<string[]> {
  const code = await codeOf(to);
  const errors: string[] = [];
  for (let i = 0; i < times; i++) errors.push((await verify(to, wrong(code))).body.error.code);
  return errors;
}

test('an invalid code is rejected without consuming an attempt', async () => {
  const to = aNumber();
  await sendOtp(to);
  for (const typed of ['abcdef', '482', '4821581', '48.2158', '']) {
    const reply = await verify(to, typed);
    expect([reply.status, reply.body.error.param]).toEqual([400, 'otp']);
  }
  expect(await rowOf(to)).toMatchObject({ attempts: 0, state: 'pending' });
});

test('a code typed in digits of another writing system is verified', async () => {
  const to = aNumber();
  await sendOtp(to);
  const code = await codeOf(to);
  const typed = [...code].map((digit) => String.fromCodePoint(0x966 + Number(digit))).join('');
  expect((await verify(to, typed)).status).toBe(200);
});

test('a code given as a JSON number is refused without consuming an attempt', async () => {
  const to = aNumber();
  await sendOtp(to);
  const own = client(web.url, account);
  const code = Number(await codeOf(to));
  for (const otp of [code, 12345, 0, 482913.5]) {
    const reply = await own.post('/messages/verify-otp', { recipient: to, otp });
    expect([reply.status, reply.body.error.param]).toEqual([400, 'otp']);
    expect(reply.body.error.message).toContain('in quotes');
  }
  expect(await rowOf(to)).toMatchObject({ attempts: 0, state: 'pending' });
});

test('another account can neither verify a code nor use up the code’s attempts', async () => {
  const to = aNumber();
  await sendOtp(to);
  const code = await codeOf(to);
  const other = client(web.url, await anAccount());
  for (let i = 0; i < 6; i++) {
    const reply = await other.post('/messages/verify-otp', { recipient: to, otp: wrong(code) });
    expect(reply.status).toBe(404);
  }
  expect((await verify(to, code)).status).toBe(200);
});

test('after five wrong attempts a code is exhausted, and the correct code is rejected', async () => {
  const to = aNumber();
  await sendOtp(to);
  const code = await codeOf(to);
  for (let i = 0; i < 5; i++) {
    expect((await verify(to, wrong(code))).body.error.code).toBe('otp_incorrect');
  }
  const reply = await verify(to, code);
  expect([reply.status, reply.body.error.code]).toEqual([429, 'otp_attempts_exceeded']);
  const wait = Number(reply.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(3_500);
  expect(wait).toBeLessThanOrEqual(3_600);
});

test('a new code does not give more attempts, because a number has five attempts an hour over all its codes', async () => {
  const to = aNumber();
  await sendOtp(to);
  expect(await tryWrong(to, 3)).toEqual(['otp_incorrect', 'otp_incorrect', 'otp_incorrect']);
  await age(to, 400);
  await sendOtp(to);
  expect(await tryWrong(to, 2)).toEqual(['otp_incorrect', 'otp_incorrect']);
  expect(await rowOf(to)).toMatchObject({ state: 'exhausted', encryptedCode: null });
  const before = await getUsage(account);
  const refused = await sendOtp(to);
  expect([refused.status, refused.body.error.code]).toEqual([429, 'otp_attempts_exceeded']);
  expect(await getUsage(account)).toEqual(before);
  // The three attempts at the first code expire first. This happens an hour after that code was created.
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(3_600 - 400 - 60);
  expect(wait).toBeLessThanOrEqual(3_600 - 400);
});

test('if the first code has left two attempts, a hundred concurrent guesses at the second code get only these two', async () => {
  const to = aNumber();
  await sendOtp(to);
  await tryWrong(to, 3);
  await age(to, 400);
  await sendOtp(to);
  const code = await codeOf(to);
  const replies = await Promise.all(Array.from({ length: 100 }, () => verify(to, wrong(code))));
  const codes = replies.map(({ body }) => body.error.code);
  expect(codes.filter((c) => c === 'otp_incorrect')).toHaveLength(2);
});

test('a correct code resets the count of attempts', async () => {
  const to = aNumber();
  await sendOtp(to);
  await tryWrong(to, 4);
  expect((await verify(to, await codeOf(to))).status).toBe(200);
  await sendOtp(to);
  await tryWrong(to, 4);
  expect((await verify(to, await codeOf(to))).status).toBe(200);
});

test('an attempt counts towards the hourly limit for an hour after its code was created; in addition, a number has ten attempts a day', async () => {
  const to = aNumber();
  for (let round = 0; round < 2; round++) {
    await sendOtp(to);
    expect(new Set(await tryWrong(to, 5))).toEqual(new Set(['otp_incorrect']));
    for (const { id } of await prisma.otp.findMany({ where: { recipient: `+91${to}` } })) {
      const { createdAt, expiresAt, sentAt } = await prisma.otp.findUniqueOrThrow({
        where: { id },
      });
      const back = (date: Date) => new Date(date.getTime() - 3_601_000);
      const data = {
        createdAt: back(createdAt),
        expiresAt: back(expiresAt),
        sentAt: sentAt.map(back),
      };
      await prisma.otp.update({ where: { id }, data });
    }
  }
  const refused = await sendOtp(to);
  expect(refused.body.error.code).toBe('otp_attempts_exceeded');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(22 * 3_600 - 60);
});

test('of a hundred concurrent guesses only five are checked', async () => {
  const to = aNumber();
  await sendOtp(to);
  const code = await codeOf(to);
  const replies = await Promise.all(Array.from({ length: 100 }, () => verify(to, wrong(code))));
  const codes = replies.map(({ body }) => body.error.code);
  expect(codes.filter((c) => c === 'otp_incorrect')).toHaveLength(5);
  expect((await rowOf(to)).attempts).toBe(5);
});
