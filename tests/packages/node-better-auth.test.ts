import { expect, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { dakiyaOtp } from '../../packages/node/src/better-auth.ts';
import { AuthenticationError, Dakiya } from '../../packages/node/src/dakiya.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { anAccount } from '../support/account.ts';
import { codeOfRow } from '../support/otp-code.ts';

const web = await sharedWeb();

test('Better Auth sends a code to a number, and accepts the right code only once', async () => {
  const { userId, keyId, secretKey } = await anAccount();
  const dakiya = new Dakiya({ baseUrl: web.url, apiId: keyId, apiKey: secretKey });
  const { sendOTP, verifyOTP } = dakiyaOtp(dakiya);
  const phoneNumber = '+919822700001';
  await sendOTP({ phoneNumber });
  const code = codeOfRow(await prisma.otp.findFirstOrThrow({ where: { userId } }));
  const wrong = code === '111111' ? '222222' : '111111';
  for (const bad of [wrong, 'not a code'])
    expect([bad, await verifyOTP({ phoneNumber, code: bad })]).toEqual([bad, false]);
  expect(await verifyOTP({ phoneNumber, code })).toBe(true);
  expect(await verifyOTP({ phoneNumber, code })).toBe(false);
});

test('an error that is not about the code is thrown, so that a wrong API key does not look like a wrong code', async () => {
  const { keyId } = await anAccount();
  const dakiya = new Dakiya({ baseUrl: web.url, apiId: keyId, apiKey: 'sk_wrong' });
  const { sendOTP, verifyOTP } = dakiyaOtp(dakiya);
  const phoneNumber = '+919822700002';
  await expect(sendOTP({ phoneNumber })).rejects.toThrow(AuthenticationError);
  await expect(verifyOTP({ phoneNumber, code: '123456' })).rejects.toThrow(AuthenticationError);
});
