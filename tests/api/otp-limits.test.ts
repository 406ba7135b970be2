import { expect, onTestFinished, test } from 'vitest';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { consumeOtpLimits } from '#domain/messaging/otp/abuse/consume-otp-limits.ts';
import { throttleAbusedKeys } from '#domain/messaging/otp/abuse/throttle-abused-keys.ts';
import { otpSettings } from '#domain/messaging/otp/settings.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { prisma } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';
import { startPrivateRedis } from '#scripts/services/private-redis.ts';
import { startWeb, stopAfterTest } from '../harness/programs.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { type Account, anAccount, getUsage } from '../support/account.ts';
import { aPast } from '../support/otp-past.ts';
import {
  aPlace,
  apart,
  aRun,
  aSender as aSenderAt,
  countAccepted,
  many,
  refusal,
  refusals,
  smallLimits,
} from '../support/otp-senders.ts';

// No worker runs: the tests call the reconciler's tasks.
const web = await stopAfterFile(startWeb({ ...smallLimits, TRUSTED_PROXIES: '1' }));

/** Sends codes for an account, by default from an unused address. */
const aSender = (account: Account, url = web.url) => aSenderAt(url, account);

test('concurrent requests for consecutive numbers send only a few codes, and rejected requests are not charged', async () => {
  const [account, other] = [await anAccount(), await anAccount()];
  const [send, run] = [aSender(account), aRun()];
  const replies = await many(11, (i) => send({ to: run(i) }));
  expect(countAccepted(replies)).toBe(6);
  for (const refused of refusals(replies)) {
    expect(refused).toEqual(refusal('rate_limited', 'recipient'));
  }
  const waits = replies.flatMap(({ headers }) => headers.get('retry-after') ?? []).map(Number);
  for (const wait of waits) expect(wait).toBeGreaterThan(3_500);
  expect(await prisma.otp.count({ where: { userId: account.userId } })).toBe(6);
  expect(await getUsage(account)).toEqual({ messagesUsed: 6, apiCallsUsed: 6 });
  // The limit is per account and per range of numbers.
  expect((await aSender(other)({ to: run(1) })).status).toBe(202);
  expect((await send({ to: aRun()(0) })).status).toBe(202);
});

test('the limit of an end user’s IP address applies to the whole network of the address, but not to other networks', async () => {
  const send = aSender(await anAccount());
  const replies = await many(8, (i) =>
    send({ to: apart(100 + i), endUser: `2001:db8:1:2::${i + 1}` }),
  );
  expect(countAccepted(replies)).toBe(4);
  for (const refused of refusals(replies)) {
    expect(refused).toEqual(refusal('rate_limited', 'end_user_ip'));
  }
  expect((await send({ to: apart(110), endUser: '2001:db8:1:3::1' })).status).toBe(202);
  expect((await send({ to: apart(111) })).status).toBe(202);
  const wrong = await send({ to: apart(112), endUser: 'localhost' });
  expect([wrong.status, wrong.body.error.param]).toEqual([400, 'end_user_ip']);
});

test('an account’s hourly limit covers all its keys, and a network’s limit covers all accounts', async () => {
  const [one, other] = [await anAccount(), await anAccount()];
  const from = aPlace();
  const ask = (account: Account, first: number) => {
    const send = aSender(account);
    return many(15, (i) => send({ to: apart(first + i), from }));
  };
  const ofOne = await ask(one, 200);
  expect(countAccepted(ofOne)).toBe(12);
  const another = await createKey({ userId: one.userId, name: 'Another' });
  expect(countAccepted(await ask({ ...one, ...another }, 260))).toBe(0);
  const ofOther = await ask(other, 230);
  expect(countAccepted(ofOther)).toBe(6);
  for (const refused of [...refusals(ofOne), ...refusals(ofOther)]) {
    expect(refused).toEqual(refusal('rate_limited'));
  }
});

test('early resends and replays do not count, because no code is sent', async () => {
  const [send, run] = [aSender(await anAccount()), aRun()];
  for (let i = 0; i < 10; i++) {
    const { status } = await send({ to: run(0), key: 'once' });
    expect(status).toBe(202);
  }
  for (let i = 0; i < 10; i++) {
    const { body } = await send({ to: run(0) });
    expect(body.error.code).toBe('otp_resend_too_soon');
  }
  for (let i = 1; i < 6; i++) expect((await send({ to: run(i) })).status).toBe(202);
  expect(refusals([await send({ to: run(7) })])).toEqual([refusal('rate_limited', 'recipient')]);
});

test('while Redis is unavailable codes are sent, and each process counts its own calls towards the limits', async () => {
  const redis = await startPrivateRedis();
  onTestFinished(() => redis.stop());
  const alone = await stopAfterTest(startWeb({ ...smallLimits, REDIS_URL: redis.url }));
  await redis.kill();
  const [send, run] = [aSender(await anAccount(), alone.url), aRun()];
  expect(countAccepted(await many(10, (i) => send({ to: run(i) })))).toBe(6);
});

/** Counts one code towards the limits, in this process. */
const takeFor = (account: Account, recipient: number | string) =>
  consumeOtpLimits({
    caller: { ...account, livemode: true, maySend: true, onDefaultPlan: true },
    recipient: `+91${recipient}`,
    ...{ from: '', endUserIp: undefined },
  });

test('a request does not count towards a limit if the throttles cannot be read', async () => {
  const account = await anAccount();
  const run = aRun();
  // PostgreSQL rejects a text with NUL.
  const unreadable = { ...account, keyId: `${account.keyId}\0` };
  const tries = await Promise.allSettled(
    Array.from({ length: otpSettings.OTP_MAX_PER_NUMBER_RANGE_PER_HOUR }, (_, i) =>
      takeFor(unreadable, run(i)),
    ),
  );
  expect(tries.map(({ status }) => status)).not.toContain('fulfilled');
  await takeFor(account, run(0));
});

test('a request that exceeds several limits gets the longest of their wait times', async () => {
  const account = await aPast({ sent: 120, verified: 6 });
  await throttleAbusedKeys();
  const { keyId } = await createKey({ userId: account.userId, name: 'Another' });
  const run = aRun();
  await many(otpSettings.OTP_MAX_PER_NUMBER_RANGE_PER_HOUR, (i) =>
    takeFor({ ...account, keyId }, run(i)),
  );
  await many(otpSettings.OTP_THROTTLED_PER_MINUTE, (i) => takeFor(account, apart(600 + i)));
  const refused = await takeFor(account, run(0)).catch((error) => error);
  expect(refused).toBeInstanceOf(DomainError);
  expect(refused.retryAfterSeconds).toBeGreaterThan(600);
});

test('the id of a code begins with its creation time, so that a time range is a range of ids', async () => {
  const account = await anAccount();
  const { body } = await aSender(account)({ to: apart(500) });
  const { createdAt } = await prisma.otp.findUniqueOrThrow({ where: { id: body.data.otpId } });
  expect(body.data.otpId.startsWith(minIdAt('otp', createdAt.getTime()))).toBe(true);
});

test('a code and its message have the same expiry time', async () => {
  const account = await anAccount();
  const { body } = await aSender(account)({ to: apart(510) });
  const otp = await prisma.otp.findUniqueOrThrow({ where: { id: body.data.otpId } });
  const message = await prisma.message.findFirstOrThrow({ where: { keyId: account.keyId } });
  expect(message.validUntil).toEqual(otp.expiresAt);
});
