import { beforeAll, expect, test } from 'vitest';
import { textColumn } from '#domain/messaging/messages/text-column.server.ts';
import { purgeOtps } from '#domain/messaging/otp/otp-retention.server.ts';
import { prisma } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { type Account, anAccount, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import { codeOfRow } from '../support/otp-code.ts';
import { sharedWeb } from '../support/shared-web.ts';

const web = await sharedWeb();
let account: Account;
let call: ReturnType<typeof client>;

beforeAll(async () => {
  account = await anAccount();
  call = client(web.url, account);
});

let used = 0;
/** A number that no other test writes to. */
const aNumber = () => String(9_811_100_000 + used++);

const sendOtp = (recipient: string, body = {}) =>
  call.post('/messages/send-otp', { recipient, ...body });
const verify = (recipient: string, otp: string) =>
  call.post('/messages/verify-otp', { recipient, otp });
const rowOf = (recipient: string) =>
  prisma.otp.findFirstOrThrow({
    where: { recipient: `+91${recipient}` },
    orderBy: { createdAt: 'desc' },
  });
const codeOf = async (recipient: string) => codeOfRow(await rowOf(recipient));
const wrong = (code: string) => (code[0] === '1' ? '2' : '1') + code.slice(1);

/** Moves an OTP into the past, as if it had been sent so many seconds ago. */
async function age(recipient: string, seconds: number): Promise<void> {
  const { id, createdAt, expiresAt, sentAt } = await rowOf(recipient);
  const back = (date: Date) => new Date(date.getTime() - seconds * 1_000);
  await prisma.otp.update({
    where: { id },
    data: { createdAt: back(createdAt), expiresAt: back(expiresAt), sentAt: sentAt.map(back) },
  });
}

test.each([4, 5, 6])('a code of %i digits is verified once, and never again', async (digits) => {
  const to = aNumber();
  const sent = await sendOtp(to, { otp_length: digits });
  expect(sent.status).toBe(202);
  const code = await codeOf(to);
  expect(code).toMatch(new RegExp(`^\\d{${digits}}$`));
  expect((await verify(to, code)).body.message).toBe('OTP verified successfully!');
  expect((await verify(to, code)).body.error.code).toBe('otp_used');
});

test('the code is nowhere to be seen: not in answers, lists, or the database in clear', async () => {
  const to = aNumber();
  const sent = await sendOtp(to);
  const code = await codeOf(to);
  const listed = await call.get(`/messages?recipient=${to}`);
  const one = await call.get(`/messages/${listed.body.data[0]._id}`);
  const rows = await prisma.message.findMany({ where: { recipient: `+91${to}` } });
  const otp = { ...(await rowOf(to)), encryptedCode: null, codeHash: null };
  for (const seen of [sent.body, listed.body, one.body, rows.map((row) => row.content), otp]) {
    expect(JSON.stringify(seen)).not.toContain(code);
  }
});

test('the text of a code names the brand, as the registered DLT template does', async () => {
  const to = aNumber();
  await sendOtp(to);
  const message = await prisma.message.findFirstOrThrow({ where: { recipient: `+91${to}` } });
  expect(textColumn.decrypt(message, message.encryptedContent ?? Buffer.alloc(0))).toBe(
    `${await codeOf(to)} is your Dakiya verification code. Do not share it with anyone.`,
  );
  expect(message.segments).toBe(1);
});

test.each([
  ['with a space', (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
  ['with a dash', (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`],
  ['with letters in front', (code: string) => `G-${code}`],
])('a code that is pasted %s is read whole', async (_, written) => {
  const to = aNumber();
  await sendOtp(to);
  expect((await verify(to, written(await codeOf(to)))).status).toBe(200);
});

test('an invalid code is rejected without consuming an attempt', async () => {
  const to = aNumber();
  await sendOtp(to);
  for (const typed of ['abcdef', '482', '4821581', '48.2158', '']) {
    const reply = await verify(to, typed);
    expect([reply.status, reply.body.error.param]).toEqual([400, 'otp']);
  }
  expect(await rowOf(to)).toMatchObject({ attempts: 0, state: 'pending' });
});

test('by id: the id, the code and the number must fit together', async () => {
  const to = aNumber();
  const { body } = await sendOtp(to);
  const otp_code = await codeOf(to);
  const ask = (otp_id: string, phone_number: string) =>
    call.post('/messages/verify-otp', { otp_id, otp_code, phone_number });
  expect((await ask(body.data.otpId, aNumber())).status).toBe(404);
  expect((await ask(`otp_${'0'.repeat(26)}`, to)).status).toBe(404);
  expect((await ask(body.data.otpId, to)).status).toBe(200);
});

test('another account cannot verify it, nor spend its tries', async () => {
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

test('five wrong tries, and the code is dead, also for the right one', async () => {
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

/** Tries wrong codes at the newest code of a number. @returns the codes of the errors */
async function tryWrong(to: string, times: number): Promise<string[]> {
  const code = await codeOf(to);
  const errors: string[] = [];
  for (let i = 0; i < times; i++) errors.push((await verify(to, wrong(code))).body.error.code);
  return errors;
}

test('a new code brings no new tries: five an hour for a number, whichever codes', async () => {
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
  // The three tries lapse an hour after their code was made, which is sooner.
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(3_600 - 400 - 60);
  expect(wait).toBeLessThanOrEqual(3_600 - 400);
});

test('a hundred guesses at once at a second code have the tries that the first left', async () => {
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

test('a correct code resets the attempts', async () => {
  const to = aNumber();
  await sendOtp(to);
  await tryWrong(to, 4);
  expect((await verify(to, await codeOf(to))).status).toBe(200);
  await sendOtp(to);
  await tryWrong(to, 4);
  expect((await verify(to, await codeOf(to))).status).toBe(200);
});

test('tries lapse an hour after their code was made, and are ten a day', async () => {
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

test('a hundred parallel guesses have five tries between them', async () => {
  const to = aNumber();
  await sendOtp(to);
  const code = await codeOf(to);
  const replies = await Promise.all(Array.from({ length: 100 }, () => verify(to, wrong(code))));
  const codes = replies.map(({ body }) => body.error.code);
  expect(codes.filter((c) => c === 'otp_incorrect')).toHaveLength(5);
  expect((await rowOf(to)).attempts).toBe(5);
});

test('twenty parallel right answers verify once', async () => {
  const to = aNumber();
  await sendOtp(to);
  const code = await codeOf(to);
  const replies = await Promise.all(Array.from({ length: 20 }, () => verify(to, code)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('an expired code is rejected with and without its job', async () => {
  const to = aNumber();
  await sendOtp(to);
  const code = await codeOf(to);
  await age(to, 301);
  expect((await verify(to, code)).body.error.code).toBe('otp_expired');
});

test('a resend waits 30, 60 and 120 seconds, and sends the same code', async () => {
  const to = aNumber();
  await sendOtp(to);
  const code = await codeOf(to);
  for (const wait of [30, 60, 120]) {
    const early = await sendOtp(to);
    expect([early.status, early.body.error.code]).toEqual([429, 'otp_resend_too_soon']);
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(wait - 3);
    expect(Number(early.headers.get('retry-after'))).toBeLessThanOrEqual(wait);
    await age(to, wait);
    expect((await sendOtp(to)).status).toBe(202);
    expect(await codeOf(to)).toBe(code);
  }
});

test('five codes an hour to one number, however they come', async () => {
  const to = aNumber();
  for (let i = 0; i < 5; i++) {
    expect((await sendOtp(to)).status).toBe(202);
    await age(to, 400);
  }
  const reply = await sendOtp(to);
  expect([reply.status, reply.body.error.code]).toEqual([429, 'rate_limited']);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(1_000);
});

test('twenty at once to one number send one', async () => {
  const to = aNumber();
  const before = await getUsage(account);
  const replies = await Promise.all(Array.from({ length: 20 }, () => sendOtp(to)));
  expect(replies.filter(({ status }) => status === 202)).toHaveLength(1);
  expect((await getUsage(account)).messagesUsed).toBe(before.messagesUsed + 1);
});

test.each([
  ['too short', { otp_length: 3 }, 'otp_length'],
  ['too long', { otp_length: 7 }, 'otp_length'],
  ['no whole number', { otp_length: 4.5 }, 'otp_length'],
  ['a word', { otp_length: 'six' }, 'otp_length'],
])('rejects a length that is %s', async (_, body, param) => {
  expect((await sendOtp(aNumber(), body)).body.error).toMatchObject({ param });
});

test.each([
  ['no code', { recipient: '9811100000' }, 'otp'],
  ['no number', { otp: '123456' }, 'recipient'],
  ['an id without the rest', { otp_id: `otp_${'0'.repeat(26)}` }, 'phone_number'],
  ['a code of letters', { recipient: '9811100000', otp: 'abcdef' }, 'otp'],
  ['a code that is a number', { recipient: '9811100000', otp: 123456 }, 'otp'],
])('a check is rejected with %s', async (_, body, param) => {
  const reply = await call.post('/messages/verify-otp', body);
  expect([reply.status, reply.body.error.param]).toEqual([400, param]);
});

test('codes that were over long ago are deleted, and none that a limit looks at', async () => {
  const [old, young] = [aNumber(), aNumber()];
  for (const to of [old, young]) await sendOtp(to);
  const { id } = await rowOf(old);
  const then = Date.now() - 31 * 24 * 3_600_000;
  await prisma.otp.update({ where: { id }, data: { id: newId('otp', then), state: 'expired' } });
  await prisma.otp.updateMany({ where: { recipient: `+91${young}` }, data: { state: 'expired' } });
  expect(await purgeOtps()).toBe(1);
  expect(await prisma.otp.count({ where: { recipient: `+91${old}` } })).toBe(0);
  expect(await prisma.otp.count({ where: { recipient: `+91${young}` } })).toBe(1);
});

test('checks are not counted as API calls, sends are', async () => {
  const own = await anAccount();
  const caller = client(web.url, own);
  const to = aNumber();
  await caller.post('/messages/send-otp', { recipient: to });
  await caller.post('/messages/verify-otp', { recipient: to, otp: '0000' });
  expect(await getUsage(own)).toEqual({ messagesUsed: 1, apiCallsUsed: 1 });
});
