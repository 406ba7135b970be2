import { expect, test } from 'vitest';
import { authenticateKey } from '#app/api/pipeline/authenticate.server.ts';
import { createUser } from '#domain/identity/accounts/sign-up.ts';
import {
  createKeyInput,
  maxApiKeysPerAccount,
  testPeriodId,
  updateKeyInput,
} from '#domain/identity/api-keys/contract.browser.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { findApiKeyOwner } from '#domain/identity/api-keys/find-api-key-owner.ts';
import { maskedSecret } from '#domain/identity/api-keys/key-prefix.browser.ts';
import { deleteKey, listKeysWithSecrets, updateKey } from '#domain/identity/api-keys/user-keys.ts';
import { prisma } from '#platform/db.ts';

let made = 0;
const aUser = () => createUser({ name: 'Asha', email: `keys${++made}@example.com` });

test('keys are listed oldest first, with their secrets', async () => {
  const userId = await aUser();
  const expiresOn = new Date(Date.now() + 60_000);
  const first = await createKey({ userId, name: 'First', description: 'Shop', expiresOn });
  const second = await createKey({ userId, name: 'Second' });
  expect(first).toMatchObject({
    name: 'First',
    description: 'Shop',
    expiresOn: expiresOn.toISOString(),
    isActive: true,
    lastUsedAt: null,
  });
  expect(first.keyId).toMatch(/^dk_[a-z2-9]{20}$/);
  expect(first.secretKey).toMatch(/^sk_[a-z2-9]{40}$/);
  expect(await listKeysWithSecrets(userId)).toEqual([first, second]);
});

test('a test key has its own API ID and secret, and its calls are not charged', async () => {
  const userId = await aUser();
  const key = await createKey({ userId, name: 'Test', livemode: false });
  expect(key.keyId).toMatch(/^dk_test_[a-z2-9]{20}$/);
  expect(key.secretKey).toMatch(/^sk_test_[a-z2-9]{40}$/);
  const owner = await findApiKeyOwner(key);
  expect(owner).toMatchObject({ userId, livemode: false });
  const caller = await authenticateKey(owner, '192.0.2.1');
  expect(caller).toMatchObject({ userId, livemode: false, periodId: testPeriodId });
  expect(await prisma.usagePeriod.count({ where: { userId } })).toBe(0);
});

test('no column contains the secret in plain text', async () => {
  const { _id, secretKey } = await createKey({ userId: await aUser(), name: 'Sealed' });
  const [row] = await prisma.$queryRaw<{ text: string }[]>`
    SELECT credentials::text || encode(encrypted_secret, 'escape') AS text FROM credentials
    WHERE id = ${_id}`;
  expect(row?.text).toContain(_id);
  expect(row?.text).not.toContain(secretKey.slice(3));
});

test('an update changes only the given fields, and null removes a value', async () => {
  const userId = await aUser();
  const expiresOn = new Date(Date.now() + 60_000);
  const key = await createKey({ userId, name: 'Old', description: 'Shop', expiresOn });
  const masked = { ...key, secretKey: maskedSecret(key) };
  expect(await updateKey(userId, key._id, { name: 'New' })).toEqual({ ...masked, name: 'New' });
  const changes = { isActive: false, expiresOn: null, description: null };
  expect(await updateKey(userId, key.keyId, changes)).toEqual({
    ...masked,
    name: 'New',
    ...changes,
  });
});

test('another user’s key is reported as not found, and stays unchanged', async () => {
  const owner = await aUser();
  const other = await aUser();
  const key = await createKey({ userId: owner, name: 'Mine' });
  for (const id of [key._id, key.keyId, 'key_none', '']) {
    await expect(updateKey(other, id, { name: 'Yours' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(deleteKey(other, id)).rejects.toMatchObject({ code: 'not_found' });
  }
  expect(await listKeysWithSecrets(owner)).toEqual([key]);
});

test('deleting a key twice succeeds only the first time', async () => {
  const userId = await aUser();
  const { keyId } = await createKey({ userId, name: 'Gone' });
  const outcomes = await Promise.allSettled([deleteKey(userId, keyId), deleteKey(userId, keyId)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await listKeysWithSecrets(userId)).toEqual([]);
});

test('an account never exceeds its limit of keys, even with concurrent requests', async () => {
  const userId = await aUser();
  const outcomes = await Promise.allSettled(
    Array.from({ length: maxApiKeysPerAccount + 10 }, () =>
      createKey({ userId, name: 'One of many' }),
    ),
  );
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toHaveLength(10);
  expect(refused[0]?.reason).toMatchObject({
    code: 'invalid_parameter',
    message: expect.stringContaining('at most 50 API keys'),
  });
  expect(await listKeysWithSecrets(userId)).toHaveLength(maxApiKeysPerAccount);
});

test.each([
  ['a blank name', { name: ' \t ' }],
  ['no name', {}],
  ['a name of 101 characters', { name: 'x'.repeat(101) }],
  ['NUL in a name', { name: 'a\0' }],
  ['half of a surrogate pair', { name: '\ud800' }],
  ['a description of 501 characters', { name: 'a', description: 'x'.repeat(501) }],
  ['an expiry in the past', { name: 'a', expiresOn: '2020-01-01T00:00:00Z' }],
  ['an expiry without a time', { name: 'a', expiresOn: '2999-01-01' }],
  ['an expiry on a day that does not exist', { name: 'a', expiresOn: '2999-02-30T00:00:00Z' }],
])('rejects %s', (_, input) => {
  expect(createKeyInput.safeParse(input).success).toBe(false);
});

test('a name is trimmed, and may be in any writing system', () => {
  expect(createKeyInput.parse({ name: ' दुकान <script> ', expiresOn: null })).toEqual({
    name: 'दुकान <script>',
    expiresOn: null,
  });
});

test('an update without a field is rejected', () => {
  expect(updateKeyInput.safeParse({}).success).toBe(false);
  expect(updateKeyInput.safeParse({ isActive: 'no' }).success).toBe(false);
  expect(updateKeyInput.safeParse({ expiresOn: null }).success).toBe(true);
});
