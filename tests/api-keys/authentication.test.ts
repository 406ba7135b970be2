import { expect, test } from 'vitest';
import { authenticateKey } from '#app/api/pipeline/authenticate.server.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { findApiKeyOwner } from '#domain/identity/api-keys/find-api-key-owner.ts';
import { deleteKey, updateKey } from '#domain/identity/api-keys/user-keys.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { twoSharedWebs } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { type Account, anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';

const webs = await twoSharedWebs();

/** The response of each web server to a call with this key. */
const answers = (account: Account) =>
  Promise.all(
    webs.map(async ({ url }) => {
      const { body } = await client(url, account).get('/messages');
      return body.error?.code ?? body.status;
    }),
  );

/** Changes a key while calls use it. Every call that starts at least a second later must get the new result, `code`. */
async function expectWithinASecond(account: Account, change: () => Promise<unknown>, code: string) {
  await change();
  const changed = performance.now();
  let lastStale = changed;
  await until(`every web says ${code}`, async () => {
    const sent = performance.now();
    const felt = (await answers(account)).every((answer) => answer === code);
    if (!felt) lastStale = sent;
    return felt;
  });
  expect(lastStale - changed).toBeLessThan(1_000);
}

test('every web process applies a change to a key within one second', async () => {
  const account = await anAccount();
  const { userId, keyId } = account;
  expect(await answers(account)).toEqual(['success', 'success']);
  const set = (changes: Parameters<typeof updateKey>[2]) => () => updateKey(userId, keyId, changes);
  await expectWithinASecond(account, set({ isActive: false }), 'key_inactive');
  await expectWithinASecond(account, set({ isActive: true }), 'success');
  await expectWithinASecond(account, set({ expiresOn: new Date() }), 'key_expired');
  await expectWithinASecond(account, set({ expiresOn: null }), 'success');
  await expectWithinASecond(account, () => deleteKey(userId, keyId), 'invalid_credentials');
});

test('messages of a deleted key are kept, and still name the key', async () => {
  const account = await anAccount();
  const url = webs[0].url;
  const sent = await client(url, account).send('9876543210', 'Hello');
  const other = await createKey({ userId: account.userId, name: 'Other' });
  await deleteKey(account.userId, account.keyId);
  const { body } = await client(url, { ...other, userId: account.userId }).get(
    `/messages/${sent.body.data._id}`,
  );
  expect(body.data).toMatchObject({ content: 'Hello', apiId: account.keyId });
});

const letIn = async (account: Account) =>
  authenticateKey(await findApiKeyOwner(account), '192.0.2.1');

const lastUseOf = async ({ keyId }: Account) =>
  (await prisma.credential.findUniqueOrThrow({ where: { keyId } })).lastUsedAt;

test('a call does not wait until the use of its key is recorded, and all processes together record the use of a key once a minute', async () => {
  const account = await anAccount();
  expect(await lastUseOf(account)).toBeNull();
  await answers(account);
  const first = await until('the use is noted', () => lastUseOf(account));
  expect(Math.abs(Date.now() - first.getTime())).toBeLessThan(5_000);

  // This process has not recorded a use of the key yet. So only the condition in the SQL statement prevents a second write.
  const other = await anAccount();
  await letIn(account);
  await letIn(other);
  await until('what came after it is noted', () => lastUseOf(other));
  expect(await lastUseOf(account)).toEqual(first);
});

test('the use of a key is recorded again after a minute', async () => {
  const account = await anAccount();
  const longAgo = new Date(clock.now().getTime() - 60_001);
  await prisma.credential.update({
    where: { keyId: account.keyId },
    data: { lastUsedAt: longAgo },
  });
  await letIn(account);
  await until('it is noted', async () => ((await lastUseOf(account)) ?? longAgo) > longAgo);
});

test('a rejected call does not count as use of the key', async () => {
  const account = await anAccount();
  await updateKey(account.userId, account.keyId, { isActive: false });
  await expect(letIn(account)).rejects.toMatchObject({ code: 'key_inactive' });
  const other = await anAccount();
  await letIn(other);
  await until('what came after it is noted', () => lastUseOf(other));
  expect(await lastUseOf(account)).toBeNull();
});

test('an API ID in a request must belong to the key in the request, whichever header contains the key', async () => {
  const { keyId, secretKey } = await anAccount();
  const ask = async (headers: Record<string, string>) =>
    (await fetch(`${webs[0].url}/api/v1/balance`, { headers })).status;
  const basic = (id: string) => `Basic ${btoa(`${id}:${secretKey}`)}`;
  const bearer = `Bearer ${secretKey}`;
  for (const [id, status] of [
    [keyId, 200],
    ['dk_of_somebody_else', 401],
  ] as const) {
    expect(await ask({ 'x-api-id': id, 'x-api-key': secretKey })).toBe(status);
    expect(await ask({ 'x-api-id': id, authorization: bearer })).toBe(status);
    expect(await ask({ authorization: basic(id) })).toBe(status);
  }
  expect(await ask({ authorization: bearer })).toBe(200);
});
