import { expect, test } from 'vitest';
import { sharedWeb } from '../harness/shared-web.ts';
import { getUsage } from '../support/account.ts';
import { anOtpCaller } from '../support/otp-caller.ts';

const web = await sharedWeb();
const { account, aNumber, sendOtp, codeOf, age } = await anOtpCaller(web.url);

test('resends must wait 30, 60 and 120 seconds, and send the same code', async () => {
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

test('a number gets at most five codes an hour over all its OTP requests', async () => {
  const to = aNumber();
  for (let i = 0; i < 5; i++) {
    expect((await sendOtp(to)).status).toBe(202);
    await age(to, 400);
  }
  const reply = await sendOtp(to);
  expect([reply.status, reply.body.error.code]).toEqual([429, 'rate_limited']);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(1_000);
});

test('twenty concurrent requests for one number send only one code', async () => {
  const to = aNumber();
  const before = await getUsage(account);
  const replies = await Promise.all(Array.from({ length: 20 }, () => sendOtp(to)));
  expect(replies.filter(({ status }) => status === 202)).toHaveLength(1);
  expect((await getUsage(account)).messagesUsed).toBe(before.messagesUsed + 1);
});
