import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { issueLoginCode, redeemLoginCode } from '#domain/identity/accounts/log-in.ts';
import { secretColumn } from '#domain/identity/api-keys/create-key.ts';
import { prisma } from '#platform/db.ts';
import { developmentKeys, keySettings } from '#platform/key-ring.ts';
import { startWeb, stopAfterTest } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { anAccount, aUser } from '../support/account.ts';
import { client } from '../support/client.ts';
import {
  bothEncryptionKeys,
  bothHashKeys,
  newEncryptionKey,
  newHashKey,
  rotate,
  whileCalling,
} from '../support/key-rotation.ts';
import { codeOfRow } from '../support/otp-code.ts';

beforeEach(async () => {
  await prisma.credential.deleteMany();
});

test('reports a row whose hash belongs to another secret, and leaves the hash unchanged', async () => {
  const [mine, theirs] = await Promise.all([anAccount(), anAccount()]);
  const { id, userId } = await prisma.credential.findUniqueOrThrow({
    where: { keyId: mine.keyId },
  });
  const encryptedSecret = secretColumn.encrypt({ id, userId }, theirs.secretKey);
  await prisma.credential.update({ where: { id }, data: { encryptedSecret } });
  const { how, text } = await rotate({ HASH_KEY: bothHashKeys });
  expect(how).toBe('exit code 1');
  expect(text).toContain('Hashes of API keys: 1 replaced, 1 remaining.');
  expect(text).toContain(`${id} cannot be decrypted with any key, or its hash is not that`);
});

test('the hash key is replaced while calls run, and values hashed with the old key are still found', async () => {
  const [old, web] = await Promise.all([
    sharedWeb(),
    stopAfterTest(startWeb({ HASH_KEY: bothHashKeys })),
  ]);
  const accounts = await Promise.all(Array.from({ length: 5 }, () => anAccount()));
  const [first] = accounts;
  if (!first) throw new Error('no account');

  const recipient = '+919876543211';
  await client(old.url, first).post('/messages/send-otp', { recipient });
  const otp = codeOfRow(await prisma.otp.findFirstOrThrow({ where: { recipient } }));
  const password = 'a quiet monsoon 41';
  const person = { name: 'Asha', email: 'asha@example.com', password, passwordConfirm: password };
  const signUpAt = ({ url }: { url: string }) =>
    client(url, null).post('/users/signup', person, { 'Idempotency-Key': 'first' });
  const signedUp = await signUpAt(old);
  expect(signedUp.status).toBe(201);

  const rotated = rotate({ HASH_KEY: bothHashKeys });
  const { result, statuses } = await whileCalling(web.url, accounts, rotated);
  expect(statuses).toEqual([200]);
  // Six keys: one for each of the five accounts, and the test key of the account that signed up.
  expect(result.text).toContain('Hashes of API keys: 6 replaced, 0 remaining.');
  expect(result.how).toBe('exit code 0');

  expect(
    (await client(web.url, first).post('/messages/verify-otp', { recipient, otp })).status,
  ).toBe(200);
  expect((await signUpAt(web)).body).toEqual(signedUp.body);

  // A web server with only the new key.
  const last = await stopAfterTest(startWeb({ HASH_KEY: newHashKey }));
  for (const account of accounts) {
    expect((await client(last.url, account).get('/balance')).status).toBe(200);
  }
  expect((await rotate({ HASH_KEY: bothHashKeys })).text).toContain(
    'Hashes of API keys: 0 replaced, 0 remaining.',
  );
});

test('a process whose second key is the new key accepts values that another process hashed or encrypted with the new key', async () => {
  const behind = {
    HASH_KEY: `${developmentKeys.hash},${newHashKey}`,
    ENCRYPTION_KEYS: `${developmentKeys.encryption},${newEncryptionKey}`,
  };
  const [web, ahead] = await Promise.all([
    stopAfterTest(startWeb(behind)),
    stopAfterTest(startWeb({ HASH_KEY: bothHashKeys, ENCRYPTION_KEYS: bothEncryptionKeys })),
  ]);
  const { token } = await aUser();
  const made = await client(ahead.url, { token }).post('/api-keys/create-api-key', {
    name: 'Shop',
  });
  expect(made.status).toBe(201);
  const { keyId, secretKey } = made.body.data;
  const call = client(web.url, { userId: '', keyId, secretKey });
  expect((await call.get('/balance')).status).toBe(200);
  const listed = await client(web.url, { token }).get('/api-keys/view-api-keys');
  expect(listed.body.data[0].secretKey).toBe(secretKey);
});

test('an emailed login code hashed with the old key is still valid', async () => {
  const { userId } = await aUser();
  const code = await issueLoginCode(userId);
  keySettings.HASH_KEY.unshift(newHashKey);
  onTestFinished(() => {
    keySettings.HASH_KEY.shift();
  });
  expect(await redeemLoginCode(userId, code)).toBe(true);
});
