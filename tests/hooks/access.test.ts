import { expect, test } from 'vitest';
import { turnOffHooks } from '#domain/identity/accounts/email-change.ts';
import { prisma, transaction } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { anAccount, getUsage } from '../support/account.ts';
import { aHook, postJson } from '../support/hooks.ts';

const web = await sharedWeb();

const order = { to: '9876512399', message: 'Order 1' };

const aTextHook = (userId: string, livemode = false) =>
  aHook(web.url, userId, 'generic', { sendAs: 'text', livemode });

test('account recovery turns off the hooks whose secret was set after a given time', async () => {
  const { userId } = await anAccount();
  const [old, recent] = [await aTextHook(userId), await aTextHook(userId)];
  const longAgo = new Date(Date.now() - 86_400_000);
  await prisma.hook.update({ where: { id: old.id }, data: { secretSetAt: longAgo } });
  const since = new Date(Date.now() - 3_600_000);
  await transaction((tx) => turnOffHooks(userId, since, tx));
  const statuses = async () =>
    Promise.all(
      [old, recent].map(async (hook) => (await postJson(hook.url, hook.secret, order)).status),
    );
  expect(await statuses()).toEqual([200, 403]);
  await transaction((tx) => turnOffHooks(userId, null, tx));
  await until('both are off', async () => (await statuses()).every((one) => one === 403));
});

test('while the deletion of an account is pending, the account’s hooks send nothing', async () => {
  const { userId } = await anAccount();
  const hook = await aTextHook(userId);
  const now = new Date();
  await prisma.accountDeletion.create({ data: { userId, requestedAt: now, dueAt: now } });
  const response = await postJson(hook.url, hook.secret, order);
  expect([response.status, (await response.json()).error.code]).toEqual([403, 'key_inactive']);
});

test('a hook rejects calls from IP addresses that its account does not allow', async () => {
  const { userId } = await anAccount();
  const hook = await aTextHook(userId);
  const filter = { ipFiltering: true, allowedAddresses: ['203.0.113.7/32'] };
  await prisma.settings.upsert({
    where: { userId },
    create: { userId, ...filter },
    update: filter,
  });
  const response = await postJson(hook.url, hook.secret, order);
  expect([response.status, (await response.json()).error.code]).toEqual([
    403,
    'address_not_allowed',
  ]);
});

test('a live call is charged once, even if it is repeated with the same key, and no call is charged beyond the quota', async () => {
  const account = await anAccount({ messageLimit: 1 });
  const hook = await aTextHook(account.userId, true);
  await prisma.user.update({
    where: { id: account.userId },
    data: { emailConfirmedAt: new Date() },
  });
  const again = { 'idempotency-key': 'order-1' };
  const text = { ...order, message: 'Hello from Dakiya' };
  const [first, second] = [
    await postJson(hook.url, hook.secret, text, again),
    await postJson(hook.url, hook.secret, text, again),
  ];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect((await first.json()).messages).toEqual((await second.json()).messages);
  const third = await postJson(hook.url, hook.secret, text);
  expect([third.status, (await third.json()).error.code]).toEqual([402, 'message_limit_reached']);
  expect(await getUsage(account)).toEqual({ messagesUsed: 1, apiCallsUsed: 1 });
});

test('a hook is not found under another kind, and an address without a kind gets an error', async () => {
  const { userId } = await anAccount();
  const hook = await aTextHook(userId);
  const other = hook.url.replace('/generic/', '/logto/');
  const none = hook.url.replace('/generic/', '/constructor/');
  for (const url of [other, none, `${hook.url}x`]) {
    expect([url, (await postJson(url, hook.secret, order)).status]).toEqual([url, 404]);
  }
  const put = await fetch(hook.url, { method: 'PUT' });
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, POST']);
});

test('a rejected call is recorded with the path of the hook, but without the query of the URL', async () => {
  const { userId } = await anAccount();
  const hook = await aTextHook(userId);
  const query = new URLSearchParams({ secret: hook.secret, to: '12345', message: 'Order 1' });
  expect((await fetch(`${hook.url}?${query}`)).status).toBe(400);
  const failed = await until('it is recorded', () =>
    prisma.failedRequest.findFirst({ where: { keyId: hook.id } }),
  );
  expect(failed).toMatchObject({ path: `/hooks/generic/${hook.id}`, method: 'GET', status: 400 });
  expect(JSON.stringify(failed)).not.toMatch(/hks_|12345|Order/);
});
