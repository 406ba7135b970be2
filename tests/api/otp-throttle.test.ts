import { expect, onTestFinished, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import {
  findActiveThrottles,
  liftRecoveredThrottles,
} from '#domain/messaging/otp/abuse/otp-throttles.ts';
import { throttleAbusedKeys } from '#domain/messaging/otp/abuse/throttle-abused-keys.ts';
import { loadOtpThrottledEmail } from '#domain/messaging/otp/otp-emails.ts';
import { otpSettings } from '#domain/messaging/otp/settings.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { startWeb } from '../harness/programs.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { type Account, anAccount, aUser } from '../support/account.ts';
import { activeThrottles, aPast, minuteMs, pretendItIs } from '../support/otp-past.ts';
import {
  apart,
  aSender as aSenderAt,
  countAccepted,
  many,
  refusal,
  refusals,
  smallLimits,
} from '../support/otp-senders.ts';
import { joinText, signedIn } from '../support/signed-in.ts';

// No worker runs: the tests call the reconciler's tasks.
const web = await stopAfterFile(startWeb({ ...smallLimits, TRUSTED_PROXIES: '1' }));

/** Sends codes for an account, by default from an unused address. */
const aSender = (account: Account, url = web.url) => aSenderAt(url, account);

const emailsTo = async ({ userId }: Account) => {
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
  return prisma.email.findMany({ where: { email, kind: 'otp_throttled' } });
};

test('a key with a low verification rate is throttled to a few codes a minute, and its owner gets one email', async () => {
  const account = await aPast({ sent: 120, verified: 6 });
  const counts = await Promise.all([throttleAbusedKeys(), throttleAbusedKeys()]);
  expect(counts.reduce((a, b) => a + b)).toBe(1);
  expect(await activeThrottles(account)).toMatchObject([
    { sent: 120, verified: 6, minVerifiedPercent: 20 },
  ]);
  const [queuedEmail, ...more] = await emailsTo(account);
  expect(more).toEqual([]);
  const written = await loadOtpThrottledEmail({
    ...{ email: '', createdAt: new Date(), about: queuedEmail?.about ?? null },
  });
  expect(written?.content.paragraphs.join()).toContain(
    `120 OTPs were sent with your API key Test (${account.keyId}), and 6 of them were verified`,
  );

  expect(written?.content.heading).toBe('Sending of OTPs is throttled');

  const send = aSender(account);
  const replies = await many(8, (i) => send({ to: apart(300 + i) }));
  expect(countAccepted(replies)).toBe(3);
  for (const refused of refusals(replies)) expect(refused).toEqual(refusal('otp_throttled'));
  const wait = Number(replies.find(({ status }) => status === 429)?.headers.get('retry-after'));
  expect(wait).toBeLessThanOrEqual(60);
  // The throttle does not apply to another key of the account.
  const second = await createKey({ userId: account.userId, name: 'Another' });
  const ofSecond = await many(5, (i) => aSender({ ...account, ...second })({ to: apart(320 + i) }));
  expect(countAccepted(ofSecond)).toBe(5);
});

const accountThrottles = ({ userId }: Account) =>
  prisma.otpThrottle.findMany({ where: { userId, keyId: null, endedAt: null } });

test('an account whose codes are spread over its keys is throttled as a whole, including a new key', async () => {
  const account = await anAccount();
  const keys = await many(4, (i) => createKey({ userId: account.userId, name: `Key ${i}` }));
  for (const { keyId } of keys) await aPast({ sent: 30, verified: 1 }, { ...account, keyId });
  await Promise.all([throttleAbusedKeys(), throttleAbusedKeys()]);
  expect(await accountThrottles(account)).toMatchObject([{ sent: 120, verified: 4 }]);
  const [queuedEmail, ...more] = await emailsTo(account);
  expect(more).toEqual([]);
  const written = await loadOtpThrottledEmail({
    ...{ email: '', createdAt: new Date(), about: queuedEmail?.about ?? null },
  });
  expect(written?.content.paragraphs.join()).toContain(
    '120 OTPs were sent with your API keys together',
  );

  await prisma.credential.deleteMany({ where: { keyId: { in: keys.map(({ keyId }) => keyId) } } });
  const fresh = await createKey({ userId: account.userId, name: 'Fresh' });
  const send = aSender({ ...account, ...fresh });
  const replies = await many(8, (i) => send({ to: apart(700 + i) }));
  expect(countAccepted(replies)).toBe(3);
  for (const refused of refusals(replies)) expect(refused).toEqual(refusal('otp_throttled'));
});

test('an account is throttled after its throttled key is deleted', async () => {
  const account = await aPast({ sent: 120, verified: 2 });
  await throttleAbusedKeys();
  expect(await activeThrottles(account)).toHaveLength(1);
  // While the key exists, the account's other keys are not throttled.
  expect(await accountThrottles(account)).toEqual([]);
  await prisma.credential.deleteMany({ where: { keyId: account.keyId } });
  await throttleAbusedKeys();
  expect(await accountThrottles(account)).toMatchObject([{ sent: 120, verified: 2 }]);
});

test('the throttle of an account is lifted when codes of any key are verified again', async () => {
  const account = await anAccount();
  const keys = await many(4, (i) => createKey({ userId: account.userId, name: `Key ${i}` }));
  for (const { keyId } of keys) await aPast({ sent: 30, verified: 1 }, { ...account, keyId });
  await throttleAbusedKeys();
  await prisma.otpThrottle.updateMany({
    where: { userId: account.userId },
    data: { startedAt: new Date(Date.now() - 8 * minuteMs) },
  });
  await aPast({ sent: 20, verified: 8, minutesAgo: 5 }, account);
  await liftRecoveredThrottles();
  expect(await accountThrottles(account)).toEqual([]);
  await throttleAbusedKeys();
  expect(await accountThrottles(account)).toEqual([]);
});

test('the email about a throttle is sent even if the throttle has already ended, but it is not sent a day later', async () => {
  const account = await aPast({ sent: 120, verified: 6 });
  await throttleAbusedKeys();
  const [queuedEmail] = await emailsTo(account);
  const write = () =>
    loadOtpThrottledEmail({ email: '', createdAt: new Date(), about: queuedEmail?.about ?? null });
  await prisma.otpThrottle.updateMany({
    where: { keyId: account.keyId },
    data: { endedAt: clock.now() },
  });
  expect((await write())?.content).toMatchObject({
    heading: 'Sending of OTPs was throttled',
    afterwards: [],
  });
  pretendItIs(25 * 60);
  expect(await write()).toBeNull();
});
test('turning throttling off ends active throttles', async () => {
  const account = await aPast({ sent: 120, verified: 6 });
  await throttleAbusedKeys();
  expect(await findActiveThrottles(account)).toEqual([account.keyId]);
  const before = otpSettings.OTP_THROTTLE_BELOW_PERCENT;
  onTestFinished(() => {
    otpSettings.OTP_THROTTLE_BELOW_PERCENT = before;
  });
  otpSettings.OTP_THROTTLE_BELOW_PERCENT = 0;
  expect(await findActiveThrottles(account)).toEqual([]);
  expect(await activeThrottles(account)).toHaveLength(1);
  await liftRecoveredThrottles();
  expect(await activeThrottles(account)).toEqual([]);
});

test('a throttle is lifted when codes are verified again, and a later throttle sends no second email', async () => {
  const account = await aPast({ sent: 120, verified: 0 });
  await throttleAbusedKeys();
  await prisma.otpThrottle.updateMany({
    where: { keyId: account.keyId },
    data: { startedAt: new Date(Date.now() - 8 * minuteMs) },
  });
  await liftRecoveredThrottles();
  expect(await activeThrottles(account)).toHaveLength(1);
  await aPast({ sent: 20, verified: 4, minutesAgo: 5 }, account);
  await liftRecoveredThrottles();
  expect(await activeThrottles(account)).toEqual([]);
  // The codes that started the throttle do not count again.
  await throttleAbusedKeys();
  expect(await activeThrottles(account)).toEqual([]);
  pretendItIs(10);
  await aPast({ sent: 100, verified: 0, minutesAgo: 4 }, account);
  await throttleAbusedKeys();
  expect(await activeThrottles(account)).toHaveLength(1);
  expect(await emailsTo(account)).toHaveLength(1);
});

test('a throttle is lifted after an hour with few codes, but not after an hour with many codes', async () => {
  const [quiet, busy] = [
    await aPast({ sent: 120, verified: 0 }),
    await aPast({ sent: 120, verified: 0 }),
  ];
  await throttleAbusedKeys();
  pretendItIs(61);
  await aPast({ sent: 110, verified: 1 }, busy);
  await liftRecoveredThrottles();
  expect(await activeThrottles(quiet)).toEqual([]);
  expect(await activeThrottles(busy)).toHaveLength(1);
});

test('the console shows a throttle; only the account’s owner can lift it, and no new throttle starts for a day', async () => {
  const user = await aUser();
  const { keyId, secretKey } = await createKey({ userId: user.userId, name: 'Shop <b>' });
  const account = await aPast(
    { sent: 1_200, verified: 6 },
    { userId: user.userId, keyId, secretKey },
  );
  await throttleAbusedKeys();
  const page = paths.dashboard('OTPVerification');
  const owner = await signedIn(web.url, user);
  const shown = joinText(await owner.get(page));
  expect(shown).toContain('OTP sending is throttled for Shop &lt;b&gt;');
  expect(shown).toContain('1,200 OTPs');
  const [on] = await activeThrottles(account);
  const order = { intent: 'lift-throttle', throttle: on?.id ?? '' };

  const stranger = await signedIn(web.url, await aUser());
  await stranger.post(page, order);
  expect(await activeThrottles(account)).toHaveLength(1);

  const after = await owner.follow(await owner.post(page, order));
  expect(after.html).toContain('Limit removed');
  expect(after.html).not.toContain('sending is throttled');
  expect(await activeThrottles(account)).toEqual([]);
  await throttleAbusedKeys();
  expect(await activeThrottles(account)).toEqual([]);
  const send = aSender(account);
  let tries = 0;
  await until('it is felt', async () => {
    const replies = await many(4, (i) => send({ to: apart(400 + 10 * ++tries + i) }));
    return countAccepted(replies) === 4;
  });
});
