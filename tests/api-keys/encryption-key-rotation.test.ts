import { createDecipheriv } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { revealSecret } from '#domain/identity/api-keys/user-keys.ts';
import { addressColumn } from '#domain/notifications/channels/manage-channels.ts';
import { prisma } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { encryptedColumns } from '#scripts/encrypted-columns.ts';
import { startWeb, stopAfterTest } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import {
  bothEncryptionKeys,
  newEncryptionKey,
  rotate,
  whileCalling,
} from '../support/key-rotation.ts';
import { deleteMessages } from '../support/messages.ts';

/** Every ciphertext in the database, with the id of the key that encrypted it. */
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

async function aNotificationAddress(userId: string) {
  const id = newId('chn');
  const addressEncrypted = addressColumn.encrypt({ id, userId }, '+919999900001');
  await prisma.notificationChannel.create({
    data: { id, userId, kind: 'sms', addressEncrypted, hint: '+91 ••••• ••001' },
  });
}

beforeEach(async () => {
  await prisma.credential.deleteMany();
  await prisma.otp.deleteMany();
  await deleteMessages();
  await prisma.notificationChannel.deleteMany();
});

test('every value is re-encrypted with the first key while calls run, and stays readable', async () => {
  const [web, old] = await Promise.all([
    stopAfterTest(startWeb({ ENCRYPTION_KEYS: bothEncryptionKeys })),
    sharedWeb(),
  ]);
  const accounts = await Promise.all(Array.from({ length: 20 }, () => anAccount()));
  const [first] = accounts;
  if (!first) throw new Error('no account');
  const recipient = '9876543210';
  await client(old.url, first).post('/messages/send-otp', { recipient });
  await aNotificationAddress(first.userId);
  expect(new Set((await ciphertexts()).map(({ under }) => under))).toEqual(new Set(['\x01dev']));

  const rotated = rotate({ ENCRYPTION_KEYS: bothEncryptionKeys });
  const { result, statuses } = await whileCalling(web.url, accounts, rotated);
  expect(statuses).toEqual([200]);
  expect(result.text).toContain('API keys: 20 re-encrypted, 0 remaining.');
  expect(result.text).toContain('One-time passwords: 1 re-encrypted, 0 remaining.');
  expect(result.text).toContain('Texts of queued messages: 1 re-encrypted, 0 remaining.');
  expect(result.text).toContain('Addresses of notifications: 1 re-encrypted, 0 remaining.');
  expect(result.how).toBe('exit code 0');

  // A process with only the new key.
  const texts = await decryptWith(newEncryptionKey);
  expect(texts).toHaveLength(23);
  expect(texts).toEqual(expect.arrayContaining(accounts.map(({ secretKey }) => secretKey)));
  expect(texts).toEqual(expect.arrayContaining(['+919999900001']));

  // A second run changes nothing.
  const before = await ciphertexts();
  const again = await rotate({ ENCRYPTION_KEYS: bothEncryptionKeys });
  expect(again.text).toContain('API keys: 0 re-encrypted, 0 remaining.');
  expect(await ciphertexts()).toEqual(before);
});

test('the command names a value that no key decrypts, re-encrypts the other values, and exits with an error', async () => {
  const [broken] = await Promise.all([anAccount(), anAccount(), anAccount()]);
  const damaged = Buffer.from('lost:0123456789012345678901234567890123456789');
  const { id } = await prisma.credential.update({
    where: { keyId: broken.keyId },
    data: { encryptedSecret: new Uint8Array(damaged) },
  });
  const { how, text } = await rotate({ ENCRYPTION_KEYS: bothEncryptionKeys });
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
])('a secret is not revealed if it was %s', async (_, steal) => {
  const [mine, theirs] = await Promise.all([anAccount(), anAccount()]);
  expect(await steal(mine.keyId, theirs.keyId)).toBe(1);
  for (const keyId of [mine.keyId, `${theirs.keyId}x`]) {
    const shown = await revealSecret(mine.userId, keyId).catch(() => null);
    expect(shown).not.toBe(theirs.secretKey);
  }
});

test('the rotation covers every encrypted column of the database', async () => {
  const columns = await prisma.$queryRaw<{ name: string }[]>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    JOIN pg_class ON pg_class.oid = to_regclass(table_name) AND NOT relispartition
    WHERE table_schema = 'public' AND data_type = 'bytea'
      AND (column_name LIKE '%seal%' OR column_name LIKE '%encrypted%')
    ORDER BY name`;
  const rotated = Object.values(encryptedColumns).map(({ table, column }) => `${table}.${column}`);
  expect(rotated.toSorted()).toEqual(columns.map(({ name }) => name));
});

/** Decrypts all values in a process that has only this key. */
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
