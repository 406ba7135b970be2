import { expect, test } from 'vitest';
import { liftRecoveredThrottles } from '#domain/messaging/otp/abuse/otp-throttles.ts';
import { throttleAbusedKeys } from '#domain/messaging/otp/abuse/throttle-abused-keys.ts';
import { prisma } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import type { Account } from '../support/account.ts';
import { activeThrottles, aPast, minuteMs, pretendItIs } from '../support/otp-past.ts';

test.each([
  ['enough codes are verified', { sent: 120, verified: 24 }],
  ['too few codes were sent', { sent: 99, verified: 0 }],
  [
    'the codes are so recent that they may still be entered',
    { sent: 120, verified: 0, minutesAgo: 1 },
  ],
  ['the codes were sent in another hour', { sent: 120, verified: 0, minutesAgo: 70 }],
])('no throttle starts if %s', async (_, past) => {
  const account = await aPast(past);
  await throttleAbusedKeys();
  expect(await activeThrottles(account)).toEqual([]);
});

test('codes of test numbers neither start nor lift a throttle', async () => {
  const testing = await aPast({ sent: 120, verified: 0, isTest: true });
  const throttled = await aPast({ sent: 120, verified: 0 });
  await throttleAbusedKeys();
  expect(await prisma.otpThrottle.count({ where: { userId: testing.userId } })).toBe(0);
  await prisma.otpThrottle.updateMany({
    where: { keyId: throttled.keyId },
    data: { startedAt: new Date(Date.now() - 8 * minuteMs) },
  });
  await aPast({ sent: 20, verified: 20, minutesAgo: 5, isTest: true }, throttled);
  await liftRecoveredThrottles();
  expect(await activeThrottles(throttled)).toHaveLength(1);
});

/** For each of the account's first `codes` past codes, inserts `times` messages. */
async function theirMessages(
  { userId, keyId }: Account,
  { codes, times = 1, state }: { codes: number; times?: number; state: 'undelivered' | 'expired' },
): Promise<void> {
  const otps = await prisma.otp.findMany({ where: { keyId }, orderBy: { id: 'asc' }, take: codes });
  const { id: usagePeriodId } = await prisma.usagePeriod.findFirstOrThrow({ where: { userId } });
  await prisma.message.createMany({
    data: otps.flatMap(({ recipient, createdAt, expiresAt }) =>
      Array.from({ length: times }, () => ({
        id: newId('msg', createdAt.getTime()),
        ...{ userId, keyId, usagePeriodId, kind: 'otp' as const, recipient, state },
        ...{ sender: 'DAKIYA', encoding: 'gsm7' as const, segments: 1 },
        ...{ createdAt, validUntil: expiresAt },
      })),
    ),
  });
}

test.each([5, 60])(
  'codes that no carrier accepted do not count towards a throttle (validity: %i minutes)',
  async (lifeMinutes) => {
    const account = await aPast({ sent: 120, verified: 0, lifeMinutes });
    await theirMessages(account, { codes: 30, state: 'expired' });
    await throttleAbusedKeys();
    expect(await activeThrottles(account)).toEqual([]);
  },
);

test('a code that no carrier accepted counts towards a throttle if it was emailed', async () => {
  const account = await aPast({ sent: 120, verified: 0 });
  await theirMessages(account, { codes: 120, state: 'expired' });
  const otps = await prisma.otp.findMany({ where: { keyId: account.keyId } });
  await prisma.otpSendAttempt.createMany({
    data: otps.map(({ id }) => ({
      ...{ id: newId('snd'), otpId: id, round: 0, position: 1, channel: 'email' as const },
      ...{ email: 'a@b.in', afterSeconds: 60, state: 'started' as const, emailId: newId('mail') },
    })),
  });
  await throttleAbusedKeys();
  expect(await activeThrottles(account)).toMatchObject([{ sent: 120, verified: 0 }]);
});

test('codes that were sent four times without delivery do not count in the verification rate', async () => {
  const account = await aPast({ sent: 150, verified: 5 });
  await theirMessages(account, { codes: 30, times: 4, state: 'expired' });
  await throttleAbusedKeys();
  expect(await activeThrottles(account)).toMatchObject([{ sent: 120, verified: 5 }]);
});

test('an account is throttled for undeliverable numbers, but not during a carrier outage', async () => {
  // Sets the clock to an hour in which no other test sends messages.
  pretendItIs(200);
  const [account, other] = [
    await aPast({ sent: 120, verified: 0 }),
    await aPast({ sent: 120, verified: 60 }),
  ];
  await theirMessages(account, { codes: 110, state: 'undelivered' });
  await theirMessages(other, { codes: 120, state: 'undelivered' });
  await throttleAbusedKeys();
  expect(await activeThrottles(account)).toEqual([]);
  await prisma.message.updateMany({
    where: { keyId: other.keyId },
    data: { state: 'delivered' },
  });
  await throttleAbusedKeys();
  expect(await activeThrottles(account)).toMatchObject([{ sent: 120, verified: 0 }]);
});

test('an account is throttled if its verification rate falls below half of the rate that is usual for it', async () => {
  const account = await aPast({ sent: 120, verified: 45 });
  await throttleAbusedKeys();
  expect(await activeThrottles(account)).toEqual([]);
  const day = new Date(Date.now() - 3 * 24 * 60 * minuteMs);
  const stat = { userId: account.userId, day, latencyBucket: 0 };
  await prisma.statIncrement.createMany({
    data: [
      { ...stat, metric: 'otp_sent', count: 1_000 },
      { ...stat, metric: 'otp_verified', count: 900 },
    ],
  });
  await throttleAbusedKeys();
  expect(await activeThrottles(account)).toMatchObject([{ minVerifiedPercent: 45 }]);
});
