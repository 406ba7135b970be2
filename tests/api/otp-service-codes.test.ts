import { expect, test } from 'vitest';
import { readOtps } from '#domain/messaging/otp/read-otps.ts';
import { prisma, transaction } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { getUsage } from '../support/account.ts';
import { anOtpService } from '../support/otp-service.ts';
import { insertCodes } from '../support/service-codes.ts';

const web = await sharedWeb();

const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');

const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('services of one account have separate codes for a number, and share the number’s send limit', async () => {
  const { aNumber, send, sendOtp, verify, call, codeOf, age, account } = await anOtpService(
    web.url,
  );
  const to = aNumber();
  await sendOtp(to);
  const first = await codeOf(to);
  await age(to, 1);
  await send(to);
  const second = await codeOf(to);
  for (let i = 0; i < 5; i++) await verify(to, wrongFor(second));
  expect((await verify(to, second)).body.error.code).toBe('otp_attempts_exceeded');
  const other = await call.post('/messages/verify-otp', { recipient: to, otp: first });
  expect(other.status).toBe(200);
  const now = new Date();
  await prisma.otp.updateMany({
    where: { userId: account.userId, serviceId: null },
    data: { sentAt: [now, now, now, now] },
  });
  expect((await sendOtp(to)).body.error.code).toBe('rate_limited');
});

test('a resend counts towards the daily limit for a day from the resend, regardless of when its code was created', async () => {
  const { aNumber, send, account } = await anOtpService(web.url, { ttl_seconds: 3_600 });
  const to = aNumber();
  await send(to);
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  // The code was created more than a day ago. It was resent ten times shortly before it expired, which is less than a
  // day ago.
  const day = 24 * 60;
  const sentAt = [ago(day + 40), ...Array.from({ length: 10 }, () => ago(day - 10))];
  await prisma.otp.updateMany({
    where: { userId: account.userId },
    data: { createdAt: ago(day + 40), expiresAt: ago(day - 20), state: 'expired', sentAt },
  });
  expect((await send(to)).body.error?.code).toBe('rate_limited');
});

test('a service that sends new codes invalidates the earlier code, and requires a longer wait each time', async () => {
  const { aNumber, send, verify, codeOf, age } = await anOtpService(web.url, {
    resend: 'new',
    length: 8,
  });
  const to = aNumber();
  await send(to);
  const first = await codeOf(to);
  expect((await send(to)).body.error.code).toBe('otp_resend_too_soon');
  await age(to, 31);
  expect((await send(to)).status).toBe(202);
  const second = await codeOf(to);
  expect(second).not.toBe(first);
  expect((await verify(to, first)).body.error.code).toBe('otp_incorrect');
  await age(to, 31);
  expect((await send(to)).body.error.code).toBe('otp_resend_too_soon');
  expect((await verify(to, second)).status).toBe(200);
});

test('a code is exhausted after as many wrong attempts as its service allows', async () => {
  const { aNumber, send, verify, codeOf } = await anOtpService(web.url, { max_attempts: 2 });
  const to = aNumber();
  await send(to);
  const code = await codeOf(to);
  for (let i = 0; i < 2; i++) expect((await verify(to, wrongFor(code))).status).toBe(422);
  expect((await verify(to, code)).body.error.code).toBe('otp_attempts_exceeded');
});

test('input whose format cannot match the code is not counted as an attempt, even after the service has changed', async () => {
  const { aNumber, send, verify, change, call, codeOf, rowOf } = await anOtpService(web.url, {
    length: 8,
  });
  const to = aNumber();
  const sent = await send(to);
  const code = await codeOf(to);
  await change({ length: 5, letters: true });
  for (const typed of [code.slice(1), 'ABCDEFGH', '12345']) {
    const byNumber = await verify(to, typed);
    expect([byNumber.status, byNumber.body.error.param]).toEqual([400, 'otp']);
    const body = { otp_id: sent.body.data.otpId, otp_code: typed, phone_number: to };
    const byId = await call.post('/messages/verify-otp', body);
    expect([byId.status, byId.body.error.param]).toEqual([400, 'otp_code']);
  }
  expect((await rowOf(to)).attempts).toBe(0);
  expect((await verify(to, code)).status).toBe(200);
});

test('after a code is exhausted, the next code is sent only after the resend delay', async () => {
  const { account, aNumber, send, verify, codeOf } = await anOtpService(web.url, {
    max_attempts: 1,
  });
  const to = aNumber();
  await send(to);
  for (const wait of [30, 60]) {
    await verify(to, wrongFor(await codeOf(to)));
    const early = await send(to);
    expect([early.status, early.body.error.code]).toEqual([429, 'otp_resend_too_soon']);
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(wait - 3);
    expect(Number(early.headers.get('retry-after'))).toBeLessThanOrEqual(wait);
    await prisma.$executeRaw`
      UPDATE otps SET created_at = created_at - ${wait} * interval '1 second',
        sent_at = ARRAY(SELECT at - ${wait} * interval '1 second' FROM unnest(sent_at) AS at)
      WHERE user_id = ${account.userId}`;
    expect((await send(to)).status).toBe(202);
  }
});

test('a test number gets its fixed code; no message is sent, nothing is charged and no send limit applies', async () => {
  const numbers = [{ recipient: '9811199999', code: '482913', ends_on: inDays(1) }];
  const { account, send, verify, change } = await anOtpService(web.url, { test_numbers: numbers });
  for (let i = 0; i < 7; i++) {
    const sent = await send('9811199999');
    expect(sent.body.data).toMatchObject({ isTest: true });
  }
  expect((await verify('9811199999', '482914')).body.error.code).toBe('otp_incorrect');
  expect((await verify('9811199999', '482913')).body.data).toMatchObject({ isTest: true });
  expect((await getUsage(account)).messagesUsed).toBe(0);
  expect(await prisma.message.count({ where: { userId: account.userId } })).toBe(0);
  await change({ test_numbers: [{ ...numbers[0], ends_on: '2020-01-01' }] });
  await until('it is a number like any other', async () => {
    const { body } = await send('9811199999');
    return body.data?.isTest === false;
  });
});

test('only 50 codes of a test number are kept, including the pending code and the codes with attempts', async () => {
  const to = '9811188888';
  const { account, service, send, verify } = await anOtpService(web.url, {
    test_numbers: [{ recipient: to, code: '482913', ends_on: inDays(1) }],
  });
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const right = Array.from({ length: 200 }, (_, i) => ({ to, isTest: true, at: ago(900 - i) }));
  // Inserts four codes with wrong attempts, which are older than the newest 50 codes.
  const wrong = { to, isTest: true, at: ago(600), state: 'expired' as const, attempts: 4 };
  const unused = Array.from({ length: 100 }, (_, i) => ({
    ...{ to, isTest: true, at: ago(500 - i), state: 'expired' as const, attempts: 0 },
  }));
  await insertCodes(account, service, [...right, wrong, ...unused]);
  // The attempt at a code of a deleted service counts too.
  const gone = { to, isTest: true, at: ago(700), state: 'expired' as const, attempts: 1 };
  await insertCodes(account, 'svc_gone', [gone]);
  for (let i = 0; i < 3; i++) await send(to);
  const where = { userId: account.userId };
  expect(await prisma.otp.count({ where })).toBe(51);
  expect(await prisma.otp.count({ where: { ...where, attempts: 4 } })).toBe(1);
  const number = { userId: account.userId, livemode: true, recipient: `+91${to}` };
  const lists = await transaction((tx) => readOtps([number, number], new Date(), tx));
  expect(lists.map((list) => list.map(({ state }) => state))).toEqual([['pending'], ['pending']]);
  for (let i = 0; i < 2; i++) await verify(to, wrongFor('482913'));
  expect((await verify(to, '482913')).status).toBe(200);
});

test('verifying the fixed code of a test number does not allow more attempts at real codes', async () => {
  const { aNumber, send, verify, change, codeOf } = await anOtpService(web.url);
  const to = aNumber();
  await send(to);
  for (let i = 0; i < 4; i++) await verify(to, wrongFor(await codeOf(to)));
  await change({ test_numbers: [{ recipient: to, code: '482913', ends_on: inDays(1) }] });
  await until('it is a test number', async () => (await send(to)).body.data?.isTest === true);
  expect((await verify(to, '482913')).status).toBe(200);
  await change({ test_numbers: [] });
  await until('it is none', async () => (await send(to)).body.data?.isTest === false);
  const code = await codeOf(to);
  expect((await verify(to, wrongFor(code))).body.error.code).toBe('otp_incorrect');
  expect((await verify(to, code)).body.error.code).toBe('otp_attempts_exceeded');
});

test('requests with one Idempotency-Key create one code for a test number, and count as one call', async () => {
  const test_numbers = [{ recipient: '9811166666', code: '482913', ends_on: inDays(1) }];
  const { account, service, call } = await anOtpService(web.url, { test_numbers });
  const body = { recipient: '9811166666', service };
  const { apiCallsUsed } = await getUsage(account);
  const send = () => call.post('/messages/send-otp', body, { 'idempotency-key': 'once' });
  const replies = await Promise.all(Array.from({ length: 8 }, send));
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(202));
  expect(new Set(replies.map((reply) => reply.body.data.otpId)).size).toBe(1);
  expect(await prisma.otp.count({ where: { userId: account.userId } })).toBe(1);
  expect((await getUsage(account)).apiCallsUsed).toBe(apiCallsUsed + 1);
});
