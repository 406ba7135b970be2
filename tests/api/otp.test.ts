import { expect, test } from 'vitest';
import { textColumn } from '#domain/messaging/messages/message-columns.ts';
import { purgeOtps } from '#domain/messaging/otp/otp-retention.ts';
import { prisma } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { anAccount, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import { anOtpCaller } from '../support/otp-caller.ts';

const web = await sharedWeb();
const { call, aNumber, sendOtp, verify, rowOf, codeOf, age } = await anOtpCaller(web.url);

test.each([4, 5, 6])('a code of %i digits can be verified only once', async (digits) => {
  const to = aNumber();
  const sent = await sendOtp(to, { otp_length: digits });
  expect(sent.status).toBe(202);
  const code = await codeOf(to);
  expect(code).toMatch(new RegExp(`^\\d{${digits}}$`));
  expect((await verify(to, code)).body.message).toBe('OTP verified successfully!');
  expect((await verify(to, code)).body.error.code).toBe('otp_used');
});

test('a correct code whose response was lost is verified again with the same idempotency key', async () => {
  const [to, other] = [aNumber(), aNumber()];
  await sendOtp(to);
  const otp = await codeOf(to);
  const verifyAs = (key: string, body = { recipient: to, otp }) =>
    call.post('/messages/verify-otp', body, { 'idempotency-key': key });
  const answers = await Promise.all([1, 2, 3].map(() => verifyAs('login-1')));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const again = await verifyAs('login-1');
  expect(again.body).toEqual(answers[0]?.body);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect((await verifyAs('login-2')).body.error.code).toBe('otp_used');
  const mismatched = await verifyAs('login-1', { recipient: other, otp });
  expect(mismatched.body.error.code).toBe('idempotency_mismatch');
  const saved = await prisma.idempotencyKey.findFirstOrThrow({ where: { key: 'login-1' } });
  expect(JSON.stringify(saved.answer)).not.toContain(to);
});

test('a wrong code that is repeated with the same idempotency key is one attempt', async () => {
  const to = aNumber();
  await sendOtp(to);
  const otp = (await codeOf(to)) === '1111' ? '2222' : '1111';
  const verifyAs = (key: string) =>
    call.post(
      '/messages/verify-otp',
      { recipient: to, otp },
      { 'idempotency-key': `${key}-${to}` },
    );
  for (const key of ['a', 'a', 'b']) {
    expect((await verifyAs(key)).body.error.code).toBe('otp_incorrect');
  }
  expect((await rowOf(to)).attempts).toBe(2);
});

test('no response, list or database column contains the code in plain text', async () => {
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
])('a code pasted %s is accepted', async (_, written) => {
  const to = aNumber();
  await sendOtp(to);
  expect((await verify(to, written(await codeOf(to)))).status).toBe(200);
});

test('verification by id needs a matching id, code and number', async () => {
  const to = aNumber();
  const { body } = await sendOtp(to);
  const otp_code = await codeOf(to);
  const ask = (otp_id: string, phone_number: string) =>
    call.post('/messages/verify-otp', { otp_id, otp_code, phone_number });
  expect((await ask(body.data.otpId, aNumber())).status).toBe(404);
  expect((await ask(`otp_${'0'.repeat(26)}`, to)).status).toBe(404);
  expect((await ask(body.data.otpId, to)).status).toBe(200);
});

test('of twenty concurrent correct attempts only one verifies the code', async () => {
  const to = aNumber();
  await sendOtp(to);
  const code = await codeOf(to);
  const replies = await Promise.all(Array.from({ length: 20 }, () => verify(to, code)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('an expired code is rejected, whether or not its job has run', async () => {
  const to = aNumber();
  await sendOtp(to);
  const code = await codeOf(to);
  await age(to, 301);
  expect((await verify(to, code)).body.error.code).toBe('otp_expired');
});

test.each([
  ['too short', { otp_length: 3 }, 'otp_length'],
  ['too long', { otp_length: 7 }, 'otp_length'],
  ['not a whole number', { otp_length: 4.5 }, 'otp_length'],
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
])('a verification is rejected with %s', async (_, body, param) => {
  const reply = await call.post('/messages/verify-otp', body);
  expect([reply.status, reply.body.error.param]).toEqual([400, param]);
});

test('old codes are deleted, unless they still count towards a limit', async () => {
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

test('sends count as API calls, and verifications do not', async () => {
  const own = await anAccount();
  const caller = client(web.url, own);
  const to = aNumber();
  await caller.post('/messages/send-otp', { recipient: to });
  await caller.post('/messages/verify-otp', { recipient: to, otp: '0000' });
  expect(await getUsage(own)).toEqual({ messagesUsed: 1, apiCallsUsed: 1 });
});
