import { expect, onTestFinished, test, vi } from 'vitest';
import { updateKey } from '#domain/identity/api-keys/user-keys.ts';
import { defaultSettings } from '#domain/identity/settings/contract.browser.ts';
import { saveSettings } from '#domain/identity/settings/stored-settings.ts';
import {
  logFailedRequest,
  maxPerHour,
  purgeRequestLog,
  retentionMs,
} from '#domain/messaging/request-log/log-failed-request.ts';
import { prisma } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { sharedWeb, twoSharedWebs } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { type Account, anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { aFailedRequestRow } from '../support/failed-request-row.ts';

const web = await sharedWeb();
const recipient = '9876543210';

function aRefusal({ userId }: Pick<Account, 'userId'>, more: { message?: string } = {}) {
  const { id: _id, createdAt: _at, ...row } = aFailedRequestRow(userId, new Date(), more);
  return { ...row, code: 'not_found', param: null } as const;
}

/** The stored failed requests of an account, oldest first. */
const keptOf = ({ userId }: Pick<Account, 'userId'>) =>
  prisma.failedRequest.findMany({ where: { userId }, orderBy: { id: 'asc' } });

const untilKept = (account: Account, count: number) =>
  until(`${count} are kept`, async () => {
    const kept = await keptOf(account);
    return kept.length >= count ? kept : null;
  });

test('a failed call is stored with the data that its account’s owner needs, but without the content of the request', async () => {
  const account = await anAccount();
  const call = client(web.url, account);
  const secret = {
    recipient: '98765 4',
    message: 'the code is 482913',
    sk_live: account.secretKey,
  };
  const replies = [
    await call.post('/messages/send-message', secret),
    await call.post('/messages/verify-otp', { recipient, otp: '482913' }),
    await call.get(`/messages/${recipient}?note=${account.secretKey}`),
    await call.get('/messages/msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD'),
  ];
  const kept = await untilKept(account, 4);
  expect(
    kept.map(({ method, path, status, code, param }) => [method, path, status, code, param]),
  ).toEqual([
    ['POST', '/messages/send-message', 400, 'invalid_recipient', 'recipient'],
    ['POST', '/messages/verify-otp', 404, 'not_found', null],
    ['GET', '/messages/{id}', 404, 'not_found', null],
    ['GET', '/messages/msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD', 404, 'not_found', null],
  ]);
  expect(kept[0]).toMatchObject({ keyId: account.keyId, clientAddress: '127.0.0.1' });
  expect(kept.map(({ requestId }) => requestId)).toEqual(
    replies.map(({ headers }) => headers.get('x-request-id')),
  );
  const text = JSON.stringify(kept);
  for (const word of ['98765', '482913', account.secretKey, 'the code']) {
    expect(text).not.toContain(word);
  }
});

test('the name of an unknown field is not stored, because such a name may contain anything', async () => {
  const account = await anAccount();
  await saveSettings(account.userId, { ...defaultSettings, requestValidation: true });
  const call = client(web.url, account);
  const body = { recipient, message: 'Hello' };
  const made = [
    ...[recipient, 'a secret', '<b>', '482913', 'otp4829', 'a'.repeat(41)],
    ...[account.secretKey, account.keyId, `x.${account.secretKey}`, 'sk_abcdef', 'DK_abcdef'],
  ];
  for (const name of [...made, 'colour', 'sender_name']) {
    const reply = await call.post('/messages/send-message', { ...body, [name]: 1 });
    expect(reply.body.error.param).toBe(name);
  }
  const kept = await untilKept(account, made.length + 2);
  expect(kept.map(({ param }) => param)).toEqual([
    ...made.map(() => null),
    ...['colour', 'sender_name'],
  ]);
  const said = JSON.stringify(kept.map(({ message, path }) => [message, path]));
  for (const name of made) expect(said).not.toContain(name);
});

test('a call with an unusable key is shown to the key’s owner, and a call without a correct key is not stored', async () => {
  const [account, off, away] = [await anAccount(), await anAccount(), await anAccount()];
  await updateKey(off.userId, off.keyId, { isActive: false });
  await saveSettings(away.userId, {
    ...defaultSettings,
    ipFiltering: true,
    allowedAddresses: ['203.0.113.7'],
  });
  await client(web.url, { ...account, secretKey: `${account.secretKey.slice(0, -1)}_` }).get(
    '/balance',
  );
  await client(web.url, { ...account, keyId: off.keyId }).get('/balance');
  await client(web.url, off).get('/balance');
  await client(web.url, away).get('/balance');
  await client(web.url, account).get('/messages?limit=0');
  expect((await untilKept(off, 1)).map(({ code }) => code)).toEqual(['key_inactive']);
  expect((await untilKept(away, 1)).map(({ code }) => code)).toEqual(['address_not_allowed']);
  expect((await untilKept(account, 1)).map(({ code }) => code)).toEqual(['invalid_parameter']);
});

test('no further requests are stored after error logging was turned off', async () => {
  const account = await anAccount();
  const { get } = client(web.url, account);
  await get('/messages?limit=0');
  await untilKept(account, 1);
  await saveSettings(account.userId, { ...defaultSettings, errorLogging: false });
  await until('refusals leave nothing', async () => {
    const before = (await keptOf(account)).length;
    await get('/messages?limit=0');
    // Entries of the log are written in order. When the entry of this call is stored, all earlier entries are stored
    // too.
    const other = await anAccount();
    await client(web.url, other).get('/messages?limit=0');
    await untilKept(other, 1);
    return (await keptOf(account)).length === before;
  });
});

test('an account stores at most 1,000 failed requests an hour, without affecting other accounts', async () => {
  const [loud, quiet] = [await anAccount(), await anAccount()];
  const longAgo = new Date(Date.now() - 3_700_000);
  await prisma.failedRequest.createMany({
    data: [
      ...Array.from({ length: maxPerHour - 5 }, () => aFailedRequestRow(loud.userId)),
      ...Array.from({ length: 10 }, () => aFailedRequestRow(loud.userId, longAgo)),
    ],
  });
  const [, other] = await twoSharedWebs();
  const ask = (url: string, account: Account) => client(url, account).get('/messages?limit=0');
  await Promise.all(
    [web, other].flatMap(({ url }) => Array.from({ length: 30 }, () => ask(url, loud))),
  );
  await ask(web.url, quiet);
  await ask(other.url, quiet);
  await untilKept(quiet, 2);
  expect(await prisma.failedRequest.count({ where: { userId: loud.userId } })).toBe(
    maxPerHour + 10,
  );
});

test('failed requests of one account do not displace those of another account', async () => {
  const [loud, quiet] = [await anAccount(), await anAccount()];
  for (let i = 0; i < 6_000; i += 1) logFailedRequest(aRefusal(loud));
  logFailedRequest(aRefusal(quiet));
  await untilKept(quiet, 1);
  expect((await keptOf(loud)).length).toBeLessThanOrEqual(maxPerHour);
});

test('failed requests that cannot be stored are logged and dropped, without changing the response', async () => {
  const warned = vi.spyOn(logger, 'warn').mockReturnValue();
  onTestFinished(() => warned.mockRestore());
  const [account, here] = [await anAccount(), await anAccount()];
  const call = client(web.url, account);
  await prisma.$executeRawUnsafe('ALTER TABLE failed_requests RENAME TO away');
  try {
    logFailedRequest(aRefusal(here));
    expect((await call.get('/messages?limit=0')).status).toBe(400);
    expect((await call.get('/balance')).status).toBe(200);
    await until('the warning is logged', () =>
      warned.mock.calls.some(([, words]) => words === 'could not write the request log'),
    );
  } finally {
    await prisma.$executeRawUnsafe('ALTER TABLE away RENAME TO failed_requests');
  }
  expect(await keptOf(here)).toEqual([]);
  // No column can store NUL, so this row fails every time.
  logFailedRequest(aRefusal(here, { message: 'a\0b' }));
  await until('the second warning is logged', () => warned.mock.calls.length > 1);
  logFailedRequest(aRefusal(here));
  await untilKept(here, 1);
  await call.get('/messages?limit=0');
  await untilKept(account, 1);
});

test('entries older than 7 days are deleted', async () => {
  const { userId } = await anAccount();
  const ago = (ms: number) => new Date(Date.now() - ms);
  const [old, kept] = [
    aFailedRequestRow(userId, ago(retentionMs + 60_000)),
    aFailedRequestRow(userId, ago(retentionMs - 60_000)),
  ];
  await prisma.failedRequest.createMany({ data: [old, kept] });
  expect(await purgeRequestLog()).toBeGreaterThanOrEqual(1);
  expect((await keptOf({ userId })).map(({ id }) => id)).toEqual([kept.id]);
});
