import { expect, test } from 'vitest';
import { prisma, query, transaction } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { type Account, anAccount, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import { untilWaitingForLock } from '../support/lock-waits.ts';

const web = await sharedWeb();

let used = 0;
/** Numbers from ranges that no other test in this file uses. */
const aNumber = () => 9_700_000_000 + 10_000 * ++used;

const sendOtp = (account: Account, to: number, key?: string) =>
  client(web.url, account).post(
    '/messages/send-otp',
    { recipient: String(to) },
    key ? { 'idempotency-key': key } : {},
  );

test('codes that wait at the same time share transactions, even if they belong to several accounts', async () => {
  const accounts = await Promise.all([anAccount(), anAccount(), anAccount()]);
  const [first] = accounts;
  const held = aNumber();
  const numbers = Array.from({ length: 30 }, aNumber);
  const { sending } = await transaction(
    async () => {
      const waiting = sendOtp(first, held);
      await untilWaitingForLock('%pg_advisory_xact_lock%');
      const others = numbers.map((to, i) => sendOtp(accounts[i % 3] ?? first, to));
      // This call takes the same path through the web server as the calls that send codes. So when this call gets its
      // response, the web server has received all of those calls.
      await client(web.url, first).get('/balance');
      return { sending: [waiting, ...others] };
    },
    { lock: `otp|${first.userId}|+91${held}` },
  );
  const replies = await Promise.all(sending);
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 202));
  const written = await query<{ transactions: number }>(
    'transactions-of-otps',
    'SELECT count(DISTINCT xmin::text) AS transactions FROM otps WHERE recipient = ANY ($1)',
    [numbers.map((to) => `+91${to}`)],
  );
  expect(written[0]?.transactions).toBeLessThan(10);
});

test('a code that cannot be decrypted fails alone, and the other codes of its transaction are accepted', async () => {
  const [broken, sound] = await Promise.all([anAccount(), anAccount()]);
  const [to, other, held] = [aNumber(), aNumber(), aNumber()];
  expect((await sendOtp(broken, to)).status).toBe(202);
  await prisma.otp.updateMany({
    where: { userId: broken.userId },
    data: { encryptedCode: Buffer.from('not a code'), sentAt: [new Date(Date.now() - 3_600_000)] },
  });
  const { sending } = await transaction(
    async () => {
      const waiting = sendOtp(sound, held);
      await untilWaitingForLock('%pg_advisory_xact_lock%');
      const both = [sendOtp(broken, to), sendOtp(sound, other)];
      await client(web.url, sound).get('/balance');
      return { sending: [waiting, ...both] };
    },
    { lock: `otp|${sound.userId}|+91${held}` },
  );
  expect((await Promise.all(sending)).map(({ status }) => status)).toEqual([202, 500, 202]);
});

test('codes that are sent together get separate outcomes, and a rejected code is not stored', async () => {
  const [poor, keyed, eager] = await Promise.all([
    anAccount({ messageLimit: 1 }),
    anAccount(),
    anAccount(),
  ]);
  const numbers = Array.from({ length: 10 }, aNumber);
  const one = aNumber();
  const [ofPoor, ofKeyed, again, ofEager] = await Promise.all([
    Promise.all([aNumber(), aNumber(), aNumber()].map((to) => sendOtp(poor, to))),
    Promise.all(numbers.map((to) => sendOtp(keyed, to, `key ${to}`))),
    Promise.all(numbers.map((to) => sendOtp(keyed, to, `key ${to}`))),
    Promise.all(Array.from({ length: 5 }, () => sendOtp(eager, one))),
  ]);
  const outcomes = (replies: typeof ofPoor) =>
    replies.map(({ status, body }) => body.error?.code ?? status).sort();

  expect(outcomes(ofPoor)).toEqual([202, 'message_limit_reached', 'message_limit_reached']);
  expect(await prisma.otp.count({ where: { userId: poor.userId } })).toBe(1);

  expect(outcomes([...ofKeyed, ...again])).toEqual(Array.from({ length: 20 }, () => 202));
  expect(again.map(({ body }) => body.data.otpId)).toEqual(
    ofKeyed.map(({ body }) => body.data.otpId),
  );
  expect((await getUsage(keyed)).messagesUsed).toBe(10);

  expect(outcomes(ofEager)).toEqual([
    202,
    ...Array.from({ length: 4 }, () => 'otp_resend_too_soon'),
  ]);
  expect(await prisma.message.count({ where: { userId: eager.userId } })).toBe(1);
});

test.each([
  ['codes', 'otps', (account: Account) => sendOtp(account, aNumber())],
  [
    'messages',
    'messages',
    (account: Account) => client(web.url, account).send(String(aNumber()), 'Hello'),
  ],
])(
  '%s are saved exactly once, even if PostgreSQL aborts their statement because of deadlocks',
  async (_, table, send) => {
    const account = await anAccount();
    // In a real deadlock, timing decides which statement PostgreSQL aborts. This trigger always aborts the first two
    // statements. It counts statements with a sequence, which an abort does not roll back.
    await prisma.$executeRawUnsafe(`CREATE SEQUENCE aborts_${table}`);
    await prisma.$executeRawUnsafe(`
    CREATE FUNCTION abort_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('aborts_${table}') <= 2 THEN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END IF;
      RETURN NULL;
    END $$`);
    await prisma.$executeRawUnsafe(`
    CREATE TRIGGER abort_first AFTER INSERT ON ${table} EXECUTE FUNCTION abort_${table}()`);
    expect((await send(account)).status).toBe(202);
    await prisma.$executeRawUnsafe(`DROP TRIGGER abort_first ON ${table}`);
    const [tries] = await prisma.$queryRawUnsafe<[{ last_value: bigint }]>(
      `SELECT last_value FROM aborts_${table}`,
    );
    expect(Number(tries.last_value)).toBe(3);
    expect(await prisma.message.count({ where: { userId: account.userId } })).toBe(1);
    expect(await getUsage(account)).toEqual({ messagesUsed: 1, apiCallsUsed: 1 });
  },
);
