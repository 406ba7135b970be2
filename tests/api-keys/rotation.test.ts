import { createDecipheriv, randomBytes } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { issueLoginCode, redeemLoginCode } from '#domain/identity/accounts/login-code.server.ts';
import { revealSecret } from '#domain/identity/api-keys/user-key.server.ts';
import { addressColumn } from '#domain/notifications/channels/channel-address.server.ts';
import { prisma } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { developmentKeys, keySettings } from '#platform/key-ring.ts';
import { encryptedColumns } from '#scripts/encrypted-columns.ts';
import { type Account, anAccount, aUser } from '../support/account.ts';
import { client } from '../support/client.ts';
import { codeOfRow } from '../support/otp-code.ts';
import { runCommand, startWeb, stopAfterTest } from '../support/programs.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { anUnboundCiphertext } from '../support/unbound-ciphertext.ts';

const fresh = `k2:${randomBytes(32).toString('base64')}`;
const both = `${fresh},${developmentKeys.encryption}`;
const freshHash = randomBytes(32).toString('base64');
const bothHashes = `${freshHash},${developmentKeys.hash}`;

/** Runs `npm run rotate-keys` with these keys. */
const rotate = (keys: { ENCRYPTION_KEYS?: string; HASH_KEY?: string }) =>
  runCommand('rotate-keys', [], keys);

/** Every ciphertext of the database, with the id of the key that it is under. */
async function ciphertexts() {
  const values = await prisma.$queryRaw<
    { id: string; userId: string; kind: string; encrypted: Uint8Array }[]
  >`
    SELECT id, user_id AS "userId", 'api-key' AS kind, encrypted_secret AS encrypted FROM credentials
    UNION ALL SELECT id, user_id, 'otp-code', encrypted_code FROM otps WHERE encrypted_code IS NOT NULL
    UNION ALL SELECT id, user_id, 'message-text', encrypted_content FROM messages
    WHERE encrypted_content IS NOT NULL
    UNION ALL SELECT id, user_id, 'notification-address', address_encrypted
    FROM notification_channels ORDER BY id`;
  return values.map((value) => ({
    ...value,
    encrypted: Buffer.from(value.encrypted),
    under: Buffer.from(value.encrypted).toString('latin1').split(':')[0],
  }));
}

/** An address for notifications of this user. */
async function aNotificationAddress(userId: string) {
  const id = newId('chn');
  const addressEncrypted = addressColumn.encrypt({ id, userId }, '+919999900001');
  await prisma.notificationChannel.create({
    data: { id, userId, kind: 'sms', addressEncrypted, hint: '+91 ••••• ••001' },
  });
}

/** Goes on calling with every account at once until `work` is done. @returns its result, and the calls' statuses */
async function whileCalling<T>(url: string, accounts: Account[], work: Promise<T>) {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  const statuses = new Set<number>();
  while (!isDone) {
    const calls = accounts.map((account) => client(url, account).get('/balance'));
    for (const { status } of await Promise.all(calls)) statuses.add(status);
  }
  return { result: await done, statuses: [...statuses] };
}

beforeEach(async () => {
  await prisma.credential.deleteMany();
  await prisma.otp.deleteMany();
  await prisma.message.deleteMany();
  await prisma.notificationChannel.deleteMany();
});

test('everything is encrypted again under the first key while calls come in, and is still read', async () => {
  const [web, old] = await Promise.all([
    stopAfterTest(startWeb({ ENCRYPTION_KEYS: both })),
    sharedWeb(),
  ]);
  const accounts = await Promise.all(Array.from({ length: 20 }, () => anAccount()));
  const [first] = accounts;
  if (!first) throw new Error('no account');
  const recipient = '9876543210';
  await client(old.url, first).post('/messages/send-otp', { recipient });
  await aNotificationAddress(first.userId);
  expect(new Set((await ciphertexts()).map(({ under }) => under))).toEqual(new Set(['\x01dev']));

  const rotated = rotate({ ENCRYPTION_KEYS: both });
  const { result, statuses } = await whileCalling(web.url, accounts, rotated);
  expect(statuses).toEqual([200]);
  expect(result.text).toContain('API keys: 20 re-encrypted, 0 remaining.');
  expect(result.text).toContain('One-time passwords: 1 re-encrypted, 0 remaining.');
  expect(result.text).toContain('Texts of queued messages: 1 re-encrypted, 0 remaining.');
  expect(result.text).toContain('Addresses of notifications: 1 re-encrypted, 0 remaining.');
  expect(result.how).toBe('exit code 0');

  // With the new key alone.
  const texts = await decryptWith(fresh);
  expect(texts).toHaveLength(23);
  expect(texts).toEqual(expect.arrayContaining(accounts.map(({ secretKey }) => secretKey)));
  expect(texts).toEqual(expect.arrayContaining(['+919999900001']));

  // A second run finds nothing to do, and changes nothing.
  const before = await ciphertexts();
  const again = await rotate({ ENCRYPTION_KEYS: both });
  expect(again.text).toContain('API keys: 0 re-encrypted, 0 remaining.');
  expect(await ciphertexts()).toEqual(before);
});

test('what an earlier release stored is bound to its row, also where its key stays the first', async () => {
  const account = await anAccount();
  const { id } = await prisma.credential.update({
    where: { keyId: account.keyId },
    data: { encryptedSecret: anUnboundCiphertext(account.secretKey) },
  });
  expect(await revealSecret(account.userId, account.keyId)).toBe(account.secretKey);
  const { how, text } = await rotate({});
  expect(text).toContain('API keys: 1 re-encrypted, 0 remaining.');
  expect(how).toBe('exit code 0');
  const [bound] = await ciphertexts();
  expect([bound?.id, bound?.under]).toEqual([id, '\x01dev']);
  expect(await revealSecret(account.userId, account.keyId)).toBe(account.secretKey);
});

test('a value that no key decrypts is named, the others are encrypted again, and it ends with a failure', async () => {
  const [broken] = await Promise.all([anAccount(), anAccount(), anAccount()]);
  const damaged = Buffer.from('lost:0123456789012345678901234567890123456789');
  const { id } = await prisma.credential.update({
    where: { keyId: broken.keyId },
    data: { encryptedSecret: new Uint8Array(damaged) },
  });
  const { how, text } = await rotate({ ENCRYPTION_KEYS: both });
  expect(how).toBe('exit code 1');
  expect(text).toContain('API keys: 2 re-encrypted, 1 remaining.');
  expect(text).toContain(`${id} cannot be decrypted`);
  const found = await ciphertexts();
  expect(found.map(({ under }) => under).toSorted()).toEqual(['\x01k2', '\x01k2', 'lost']);
  expect(found.find((value) => value.id === id)?.encrypted).toEqual(damaged);
});

test.each([
  [
    'copied into another key’s row',
    (mine: string, theirs: string) => prisma.$executeRaw`
      UPDATE credentials SET encrypted_secret =
        (SELECT encrypted_secret FROM credentials WHERE key_id = ${theirs}) WHERE key_id = ${mine}`,
  ],
  [
    'given to another user with its row',
    (mine: string, theirs: string) => prisma.$executeRaw`
      UPDATE credentials SET key_id = key_id || 'x', user_id =
        (SELECT user_id FROM credentials WHERE key_id = ${mine}) WHERE key_id = ${theirs}`,
  ],
])('a secret that was %s is not revealed there', async (_, steal) => {
  const [mine, theirs] = await Promise.all([anAccount(), anAccount()]);
  expect(await steal(mine.keyId, theirs.keyId)).toBe(1);
  for (const keyId of [mine.keyId, `${theirs.keyId}x`]) {
    const shown = await revealSecret(mine.userId, keyId).catch(() => null);
    expect(shown).not.toBe(theirs.secretKey);
  }
});

test('a secret that an earlier release stored and somebody copied is named, and its hash is left alone', async () => {
  const [mine, theirs] = await Promise.all([anAccount(), anAccount()]);
  const { id } = await prisma.credential.update({
    where: { keyId: mine.keyId },
    data: { encryptedSecret: anUnboundCiphertext(theirs.secretKey) },
  });
  const { how, text } = await rotate({ HASH_KEY: bothHashes });
  expect(how).toBe('exit code 1');
  expect(text).toContain('Hashes of API keys: 1 replaced, 1 remaining.');
  expect(text).toContain(`${id} cannot be decrypted with any key, or its hash is not that`);
});

test('the key of hashes is replaced while calls come in, and what the old one hashed is still found', async () => {
  const [old, web] = await Promise.all([
    sharedWeb(),
    stopAfterTest(startWeb({ HASH_KEY: bothHashes })),
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

  const rotated = rotate({ HASH_KEY: bothHashes });
  const { result, statuses } = await whileCalling(web.url, accounts, rotated);
  expect(statuses).toEqual([200]);
  expect(result.text).toContain('Hashes of API keys: 5 replaced, 0 remaining.');
  expect(result.how).toBe('exit code 0');

  expect(
    (await client(web.url, first).post('/messages/verify-otp', { recipient, otp })).status,
  ).toBe(200);
  expect((await signUpAt(web)).body).toEqual(signedUp.body);

  // With the new key alone.
  const last = await stopAfterTest(startWeb({ HASH_KEY: freshHash }));
  for (const account of accounts) {
    expect((await client(last.url, account).get('/balance')).status).toBe(200);
  }
  expect((await rotate({ HASH_KEY: bothHashes })).text).toContain(
    'Hashes of API keys: 0 replaced, 0 remaining.',
  );
});

test('a process that has the new key behind the old one finds what is hashed and encrypted under it', async () => {
  const behind = {
    HASH_KEY: `${developmentKeys.hash},${freshHash}`,
    ENCRYPTION_KEYS: `${developmentKeys.encryption},${fresh}`,
  };
  const [web, ahead] = await Promise.all([
    stopAfterTest(startWeb(behind)),
    stopAfterTest(startWeb({ HASH_KEY: bothHashes, ENCRYPTION_KEYS: both })),
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
  keySettings.HASH_KEY.unshift(freshHash);
  onTestFinished(() => {
    keySettings.HASH_KEY.shift();
  });
  expect(await redeemLoginCode(userId, code)).toBe(true);
});

test('every encrypted column of the database is covered', async () => {
  const columns = await prisma.$queryRaw<{ name: string }[]>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type = 'bytea'
      AND (column_name LIKE '%seal%' OR column_name LIKE '%encrypted%')
    ORDER BY name`;
  const rotated = Object.values(encryptedColumns).map(({ table, column }) => `${table}.${column}`);
  expect(rotated.toSorted()).toEqual(columns.map(({ name }) => name));
});

/** Decrypts everything with one key alone, as a process would that knows no other. */
async function decryptWith(ring: string) {
  const secret = Buffer.from(ring.split(':')[1] ?? '', 'base64');
  return (await ciphertexts()).map(({ id, userId, kind, encrypted }) => {
    const rest = encrypted.subarray(encrypted.indexOf(':') + 1);
    const decipher = createDecipheriv('aes-256-gcm', secret, rest.subarray(0, 12));
    decipher.setAAD(Buffer.from(`${kind}|${userId}|${id}`));
    decipher.setAuthTag(rest.subarray(12, 28));
    return Buffer.concat([decipher.update(rest.subarray(28)), decipher.final()]).toString();
  });
}
