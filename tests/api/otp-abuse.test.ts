import { expect, onTestFinished, test, vi } from 'vitest';
import { createKey } from '#domain/credentials/create-key.server.ts';
import { brakeAbused } from '#domain/otp/abuse/brake-abused.server.ts';
import { brakedOf } from '#domain/otp/abuse/braked-of.server.ts';
import { releaseRecovered } from '#domain/otp/abuse/release-recovered.server.ts';
import { takeFromLimits } from '#domain/otp/abuse/take-from-limits.server.ts';
import { writeOtpBraked } from '#domain/otp/letters/write-otp-braked.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import { env } from '#platform/env.ts';
import { firstIdAt, newId } from '#platform/ids.server.ts';
import { startPrivateRedis } from '#scripts/services/private-redis.ts';
import { type Account, anAccount, aUser, usageOf } from '../support/account.ts';
import { client, type Reply } from '../support/client.ts';
import { startWeb, untilTestEnds } from '../support/programs.ts';
import { signedIn, textOf } from '../support/signed-in.ts';
import { until } from '../support/until.ts';
import { whileTestsRun } from '../support/while-tests-run.ts';

const limits = {
  OTP_PREFIX_PER_HOUR: '6',
  OTP_END_USER_PER_HOUR: '4',
  OTP_ACCOUNT_PER_HOUR: '12',
  OTP_ADDRESS_PER_HOUR: '18',
  OTP_BRAKED_PER_MINUTE: '3',
};
// No worker runs: the tests sweep themselves.
const web = await whileTestsRun(startWeb({ ...limits, TRUSTED_PROXIES: '1' }));

let places = 0;
/** An address that no other test calls from. */
const aPlace = () => `198.51.100.${++places}`;

type Sent = { to: number | string; from?: string; endUser?: string; key?: string };

/** Sends codes for an account, from a place of its own unless told. */
function aSender(account: Account, url = web.url) {
  const place = aPlace();
  const { call } = client(url, account);
  return ({ to, from = place, endUser, key }: Sent) =>
    call('POST', '/messages/send-otp', {
      body: { recipient: String(to), ...(endUser && { end_user_ip: endUser }) },
      headers: { 'x-forwarded-for': from, ...(key && { 'idempotency-key': key }) },
    });
}

let runs = 0;
/** A run of numbers that no other test sends to. */
const aRun = () => {
  const first = 9_811_000_000 + 10_000 * ++runs;
  return (i: number) => first + i;
};
/** Numbers that have nothing in common. */
const apart = (i: number) => 9_822_000_000 + 10_000 * i;

const many = <T>(count: number, make: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)));
const accepted = (replies: Reply[]) => replies.filter(({ status }) => status === 202).length;
const refusals = (replies: Reply[]) =>
  replies.filter(({ status }) => status !== 202).map(({ status, body }) => [status, body.error]);
const refusal = (code: string, param?: string) => [
  429,
  expect.objectContaining({ code, ...(param && { param }) }),
];

test('of a run of numbers a few get a code, however many are asked for at once, and nothing else is spent', async () => {
  const [account, other] = [await anAccount(), await anAccount()];
  const [send, run] = [aSender(account), aRun()];
  const replies = await many(11, (i) => send({ to: run(i) }));
  expect(accepted(replies)).toBe(6);
  for (const refused of refusals(replies)) {
    expect(refused).toEqual(refusal('rate_limited', 'recipient'));
  }
  const waits = replies.flatMap(({ headers }) => headers.get('retry-after') ?? []).map(Number);
  for (const wait of waits) expect(wait).toBeGreaterThan(3_500);
  expect(await prisma.otp.count({ where: { userId: account.userId } })).toBe(6);
  expect(await usageOf(account)).toEqual({ messagesUsed: 6, apiCallsUsed: 6 });
  // The same numbers are another account's own affair, and other numbers this one's.
  expect((await aSender(other)({ to: run(1) })).status).toBe(202);
  expect((await send({ to: aRun()(0) })).status).toBe(202);
});

test('one end user gets a few codes, by whatever address of their network, and others get theirs', async () => {
  const send = aSender(await anAccount());
  const replies = await many(8, (i) =>
    send({ to: apart(100 + i), endUser: `2001:db8:1:2::${i + 1}` }),
  );
  expect(accepted(replies)).toBe(4);
  for (const refused of refusals(replies)) {
    expect(refused).toEqual(refusal('rate_limited', 'end_user_ip'));
  }
  expect((await send({ to: apart(110), endUser: '2001:db8:1:3::1' })).status).toBe(202);
  expect((await send({ to: apart(111) })).status).toBe(202);
  const wrong = await send({ to: apart(112), endUser: 'localhost' });
  expect([wrong.status, wrong.body.error.param]).toEqual([400, 'end_user_ip']);
});

test('an account sends so many an hour with all of its keys, and one place so many with all accounts', async () => {
  const [one, other] = [await anAccount(), await anAccount()];
  const from = aPlace();
  const ask = (account: Account, first: number) => {
    const send = aSender(account);
    return many(15, (i) => send({ to: apart(first + i), from }));
  };
  const ofOne = await ask(one, 200);
  expect(accepted(ofOne)).toBe(12);
  const another = await createKey({ userId: one.userId, name: 'Another' });
  expect(accepted(await ask({ ...one, ...another }, 260))).toBe(0);
  const ofOther = await ask(other, 230);
  expect(accepted(ofOther)).toBe(6);
  for (const refused of [...refusals(ofOne), ...refusals(ofOther)]) {
    expect(refused).toEqual(refusal('rate_limited'));
  }
});

test('what is not sent is not counted: neither what comes too soon nor a replay', async () => {
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

test('while Redis is away codes are sent, and each process holds to the limits by itself', async () => {
  const redis = await startPrivateRedis();
  onTestFinished(() => redis.stop());
  const alone = await untilTestEnds(startWeb({ ...limits, REDIS_URL: redis.url }));
  await redis.kill();
  const [send, run] = [aSender(await anAccount(), alone.url), aRun()];
  expect(accepted(await many(10, (i) => send({ to: run(i) })))).toBe(6);
});

/** Takes what a code needs, in this process. */
const takeFor = (account: Account, recipient: number | string) =>
  takeFromLimits({
    caller: { ...account, onDefaultPlan: true },
    recipient: `+91${recipient}`,
    ...{ from: '', endUserIp: undefined },
  });

test('where the brake cannot be read nothing is spent', async () => {
  const account = await anAccount();
  const run = aRun();
  // PostgreSQL refuses a text with a zero in it.
  const unreadable = { ...account, keyId: `${account.keyId}\0` };
  const tries = await Promise.allSettled(
    Array.from({ length: env.OTP_PREFIX_PER_HOUR }, (_, i) => takeFor(unreadable, run(i))),
  );
  expect(tries.map(({ status }) => status)).not.toContain('fulfilled');
  await takeFor(account, run(0));
});

test('of several limits that refuse, the longest wait is told', async () => {
  const account = await aPast({ sent: 120, verified: 6 });
  await brakeAbused();
  const { keyId } = await createKey({ userId: account.userId, name: 'Another' });
  const run = aRun();
  await many(env.OTP_PREFIX_PER_HOUR, (i) => takeFor({ ...account, keyId }, run(i)));
  await many(env.OTP_BRAKED_PER_MINUTE, (i) => takeFor(account, apart(600 + i)));
  const refused = await takeFor(account, run(0)).catch((error) => error);
  expect(refused).toBeInstanceOf(DomainError);
  expect(refused.retryAfterSeconds).toBeGreaterThan(600);
});

test('where brakes are turned off, one that is on is felt no more and comes off', async () => {
  const account = await aPast({ sent: 120, verified: 6 });
  await brakeAbused();
  expect(await brakedOf(account)).toEqual([account.keyId]);
  const before = env.OTP_BRAKE_BELOW_PERCENT;
  onTestFinished(() => {
    env.OTP_BRAKE_BELOW_PERCENT = before;
  });
  env.OTP_BRAKE_BELOW_PERCENT = 0;
  expect(await brakedOf(account)).toEqual([]);
  expect(await brakesOn(account)).toHaveLength(1);
  await releaseRecovered();
  expect(await brakesOn(account)).toEqual([]);
});

const minuteMs = 60_000;

type Past = { sent: number; verified: number; minutesAgo?: number };

/** An account that had codes sent a while ago, of which some were verified. */
async function aPast(past: Past, account?: Account): Promise<Account> {
  const sender = account ?? (await anAccount());
  const at = new Date(clock.now().getTime() - (past.minutesAgo ?? 10) * minuteMs);
  await prisma.otp.createMany({
    data: Array.from({ length: past.sent }, (_, i) => ({
      id: newId('otp', at.getTime()),
      ...{ userId: sender.userId, keyId: sender.keyId },
      recipient: `+91${9_833_000_000 + i}`,
      codeHash: new Uint8Array(32),
      state: i < past.verified ? ('verified' as const) : ('expired' as const),
      ...{ sentAt: [at], createdAt: at, expiresAt: new Date(at.getTime() + 5 * minuteMs) },
    })),
  });
  return sender;
}

/** Lets the clock stand some minutes from now, until the test ends. */
function pretendItIs(minutesLater: number): void {
  vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + minutesLater * minuteMs));
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
}

const brakesOn = ({ keyId }: Account) =>
  prisma.otpBrake.findMany({ where: { keyId, endedAt: null } });
const lettersTo = async ({ userId }: Account) => {
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
  return prisma.mail.findMany({ where: { email, kind: 'otp_braked' } });
};

test('codes that nobody types in put a brake on: once, told once, with a few a minute still sent', async () => {
  const account = await aPast({ sent: 120, verified: 6 });
  const counts = await Promise.all([brakeAbused(), brakeAbused()]);
  expect(counts.reduce((a, b) => a + b)).toBe(1);
  expect(await brakesOn(account)).toMatchObject([{ sent: 120, verified: 6, leastPercent: 20 }]);
  const [letter, ...more] = await lettersTo(account);
  expect(more).toEqual([]);
  const written = await writeOtpBraked({
    ...{ email: '', createdAt: new Date(), about: letter?.about ?? null },
  });
  expect(written?.content.paragraphs.join()).toContain(
    `120 OTPs were sent with your API key Test (${account.keyId}), and 6 of them were verified`,
  );

  expect(written?.content.heading).toBe('Sending of OTPs is slowed down');

  const send = aSender(account);
  const replies = await many(8, (i) => send({ to: apart(300 + i) }));
  expect(accepted(replies)).toBe(3);
  for (const refused of refusals(replies)) expect(refused).toEqual(refusal('otp_braked'));
  const wait = Number(replies.find(({ status }) => status === 429)?.headers.get('retry-after'));
  expect(wait).toBeLessThanOrEqual(60);
  // Another key of the same account is for something else.
  const second = await createKey({ userId: account.userId, name: 'Another' });
  const ofSecond = await many(5, (i) => aSender({ ...account, ...second })({ to: apart(320 + i) }));
  expect(accepted(ofSecond)).toBe(5);
});

const brakesOnAccount = ({ userId }: Account) =>
  prisma.otpBrake.findMany({ where: { userId, keyId: null, endedAt: null } });

test('codes that are spread over keys put a brake on the account, and a new key does not help', async () => {
  const account = await anAccount();
  const keys = await many(4, (i) => createKey({ userId: account.userId, name: `Key ${i}` }));
  for (const { keyId } of keys) await aPast({ sent: 30, verified: 1 }, { ...account, keyId });
  await Promise.all([brakeAbused(), brakeAbused()]);
  expect(await brakesOnAccount(account)).toMatchObject([{ sent: 120, verified: 4 }]);
  const [letter, ...more] = await lettersTo(account);
  expect(more).toEqual([]);
  const written = await writeOtpBraked({
    ...{ email: '', createdAt: new Date(), about: letter?.about ?? null },
  });
  expect(written?.content.paragraphs.join()).toContain(
    '120 OTPs were sent with your API keys together',
  );

  await prisma.credential.deleteMany({ where: { keyId: { in: keys.map(({ keyId }) => keyId) } } });
  const fresh = await createKey({ userId: account.userId, name: 'Fresh' });
  const send = aSender({ ...account, ...fresh });
  const replies = await many(8, (i) => send({ to: apart(700 + i) }));
  expect(accepted(replies)).toBe(3);
  for (const refused of refusals(replies)) expect(refused).toEqual(refusal('otp_braked'));
});

test('deleting the key that has a brake puts one on the account', async () => {
  const account = await aPast({ sent: 120, verified: 2 });
  await brakeAbused();
  expect(await brakesOn(account)).toHaveLength(1);
  // As long as the key is there, the account's other keys are left alone.
  expect(await brakesOnAccount(account)).toEqual([]);
  await prisma.credential.deleteMany({ where: { keyId: account.keyId } });
  await brakeAbused();
  expect(await brakesOnAccount(account)).toMatchObject([{ sent: 120, verified: 2 }]);
});

test('a brake on an account comes off when codes are verified again, whichever key sent them', async () => {
  const account = await anAccount();
  const keys = await many(4, (i) => createKey({ userId: account.userId, name: `Key ${i}` }));
  for (const { keyId } of keys) await aPast({ sent: 30, verified: 1 }, { ...account, keyId });
  await brakeAbused();
  await prisma.otpBrake.updateMany({
    where: { userId: account.userId },
    data: { beganAt: new Date(Date.now() - 8 * minuteMs) },
  });
  await aPast({ sent: 20, verified: 8, minutesAgo: 5 }, account);
  await releaseRecovered();
  expect(await brakesOnAccount(account)).toEqual([]);
  await brakeAbused();
  expect(await brakesOnAccount(account)).toEqual([]);
});

test('the letter is written also if the brake came off before its turn, but not a day later', async () => {
  const account = await aPast({ sent: 120, verified: 6 });
  await brakeAbused();
  const [letter] = await lettersTo(account);
  const write = () =>
    writeOtpBraked({ email: '', createdAt: new Date(), about: letter?.about ?? null });
  await prisma.otpBrake.updateMany({
    where: { keyId: account.keyId },
    data: { endedAt: clock.now() },
  });
  expect((await write())?.content).toMatchObject({
    heading: 'Sending of OTPs was slowed down',
    afterwards: [],
  });
  pretendItIs(25 * 60);
  expect(await write()).toBeNull();
});

test.each([
  ['as many are verified as must be', { sent: 120, verified: 24 }],
  ['too few were sent to say anything', { sent: 99, verified: 0 }],
  ['they are so young that they may still be typed in', { sent: 120, verified: 0, minutesAgo: 1 }],
  ['they are of another hour', { sent: 120, verified: 0, minutesAgo: 70 }],
])('no brake goes on where %s', async (_, past) => {
  const account = await aPast(past);
  await brakeAbused();
  expect(await brakesOn(account)).toEqual([]);
});

/** Messages with the codes of an account's past: `times` of each of the first `codes`. */
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
        ...{ createdAt, validUntil: expiresAt, dueAt: createdAt },
      })),
    ),
  });
}

test('what no carrier took is not held against anybody', async () => {
  const account = await aPast({ sent: 120, verified: 0 });
  await theirMessages(account, { codes: 30, state: 'expired' });
  await brakeAbused();
  expect(await brakesOn(account)).toEqual([]);
});

test('a code that was sent four times and came never is one code: the others are judged', async () => {
  const account = await aPast({ sent: 150, verified: 5 });
  await theirMessages(account, { codes: 30, times: 4, state: 'expired' });
  await brakeAbused();
  expect(await brakesOn(account)).toMatchObject([{ sent: 120, verified: 5 }]);
});

test('numbers that do not exist put a brake on, and an outage that others have too does not', async () => {
  // An hour that no other test sends in.
  pretendItIs(200);
  const [account, other] = [
    await aPast({ sent: 120, verified: 0 }),
    await aPast({ sent: 120, verified: 60 }),
  ];
  await theirMessages(account, { codes: 110, state: 'undelivered' });
  await theirMessages(other, { codes: 120, state: 'undelivered' });
  await brakeAbused();
  expect(await brakesOn(account)).toEqual([]);
  await prisma.message.updateMany({
    where: { keyId: other.keyId },
    data: { state: 'delivered' },
  });
  await brakeAbused();
  expect(await brakesOn(account)).toMatchObject([{ sent: 120, verified: 0 }]);
});

test('who usually has most of them verified is braked at half of that', async () => {
  const account = await aPast({ sent: 120, verified: 45 });
  await brakeAbused();
  expect(await brakesOn(account)).toEqual([]);
  const day = new Date(Date.now() - 3 * 24 * 60 * minuteMs);
  const figure = { userId: account.userId, day, bucket: 0 };
  await prisma.dailyFigure.createMany({
    data: [
      { ...figure, what: 'otp_sent', count: 1_000 },
      { ...figure, what: 'otp_verified', count: 900 },
    ],
  });
  await brakeAbused();
  expect(await brakesOn(account)).toMatchObject([{ leastPercent: 45 }]);
});

test('a brake comes off when codes are verified again, and goes on again without another letter', async () => {
  const account = await aPast({ sent: 120, verified: 0 });
  await brakeAbused();
  await prisma.otpBrake.updateMany({
    where: { keyId: account.keyId },
    data: { beganAt: new Date(Date.now() - 8 * minuteMs) },
  });
  await releaseRecovered();
  expect(await brakesOn(account)).toHaveLength(1);
  await aPast({ sent: 20, verified: 4, minutesAgo: 5 }, account);
  await releaseRecovered();
  expect(await brakesOn(account)).toEqual([]);
  // What the brake was put on for is not judged again.
  await brakeAbused();
  expect(await brakesOn(account)).toEqual([]);
  pretendItIs(10);
  await aPast({ sent: 100, verified: 0, minutesAgo: 4 }, account);
  await brakeAbused();
  expect(await brakesOn(account)).toHaveLength(1);
  expect(await lettersTo(account)).toHaveLength(1);
});

test('a brake comes off after an hour with few codes, and stays on through one with many', async () => {
  const [quiet, busy] = [
    await aPast({ sent: 120, verified: 0 }),
    await aPast({ sent: 120, verified: 0 }),
  ];
  await brakeAbused();
  pretendItIs(61);
  await aPast({ sent: 110, verified: 1 }, busy);
  await releaseRecovered();
  expect(await brakesOn(quiet)).toEqual([]);
  expect(await brakesOn(busy)).toHaveLength(1);
});

test('the console tells of a brake, and its owner, nobody else, takes it off for a day', async () => {
  const user = await aUser();
  const { keyId, secretKey } = await createKey({ userId: user.userId, name: 'Shop <b>' });
  const account = await aPast(
    { sent: 1_200, verified: 6 },
    { userId: user.userId, keyId, secretKey },
  );
  await brakeAbused();
  const page = '/dashboard?tab=OTPVerification';
  const owner = await signedIn(web.url, user);
  const shown = textOf(await owner.get(page));
  expect(shown).toContain('Sending of OTPs with Shop &lt;b&gt; is slowed down');
  expect(shown).toContain('1,200 OTPs');
  const [on] = await brakesOn(account);
  const order = { intent: 'release-brake', brake: on?.id ?? '' };

  const stranger = await signedIn(web.url, await aUser());
  await stranger.post(page, order);
  expect(await brakesOn(account)).toHaveLength(1);

  const after = await owner.follow(await owner.post(page, order));
  expect(after.html).toContain('Limit removed');
  expect(after.html).not.toContain('is slowed down');
  expect(await brakesOn(account)).toEqual([]);
  await brakeAbused();
  expect(await brakesOn(account)).toEqual([]);
  const send = aSender(account);
  await until('it is felt', async () => {
    const replies = await many(4, (i) => send({ to: apart(400 + 10 * ++runs + i) }));
    return accepted(replies) === 4;
  });
});

test('ids of codes are made of the time of their row, by which spans of them are found', async () => {
  const account = await anAccount();
  const { body } = await aSender(account)({ to: apart(500) });
  const { createdAt } = await prisma.otp.findUniqueOrThrow({ where: { id: body.data.otpId } });
  expect(body.data.otpId.startsWith(firstIdAt('otp', createdAt.getTime()))).toBe(true);
});

test('the message of a code is good until the end of the code, by which it is known as its', async () => {
  const account = await anAccount();
  const { body } = await aSender(account)({ to: apart(510) });
  const otp = await prisma.otp.findUniqueOrThrow({ where: { id: body.data.otpId } });
  const message = await prisma.message.findFirstOrThrow({ where: { keyId: account.keyId } });
  expect(message.validUntil).toEqual(otp.expiresAt);
});
