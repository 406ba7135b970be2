import { createDecipheriv, randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { revealSecret } from '#domain/credentials/reveal-secret.server.ts';
import { prisma } from '#platform/db.server.ts';
import { env } from '#platform/env.ts';
import { developmentKeys } from '#platform/env-keys.ts';
import { inherited } from '#scripts/environment.ts';
import { root } from '#scripts/root.ts';
import { startChild } from '#scripts/services/child.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { codeOfRow } from '../support/otp-code.ts';
import { startWeb, untilTestEnds } from '../support/programs.ts';

const fresh = `k2:${randomBytes(32).toString('base64')}`;
const both = `${fresh},${developmentKeys.encryption}`;
const freshHash = randomBytes(32).toString('base64');
const bothHashes = `${freshHash},${developmentKeys.hash}`;

/** Runs what `npm run rotate-keys` runs, with these keys. */
async function rotate(keys: { ENCRYPTION_KEYS?: string; HASH_KEY?: string }) {
  const lines: string[] = [];
  const child = await startChild({
    command: process.execPath,
    args: ['--import', 'tsx', 'scripts/rotate-keys.ts'],
    cwd: root,
    env: {
      ...inherited,
      NODE_ENV: 'test',
      DATABASE_URL: env.DATABASE_URL,
      REDIS_URL: env.REDIS_URL,
      ...keys,
    },
    onLine: (line) => lines.push(line),
  });
  const { ok } = await child.ended;
  return { ok, text: lines.join('\n') };
}

/** Every ciphertext of these tests, with the id of the key that it is under. */
async function ciphertexts() {
  const values = await prisma.$queryRaw<{ id: string; kind: string; encrypted: Uint8Array }[]>`
    SELECT id, 'api-key' AS kind, secret_sealed AS encrypted FROM credentials
    UNION ALL SELECT id, 'otp-code', code_sealed FROM otps WHERE code_sealed IS NOT NULL
    UNION ALL SELECT id, 'message-text', sealed_content FROM messages
    WHERE sealed_content IS NOT NULL ORDER BY id`;
  return values.map((value) => ({
    ...value,
    encrypted: Buffer.from(value.encrypted),
    under: Buffer.from(value.encrypted).toString('latin1').split(':')[0],
  }));
}

beforeEach(async () => {
  await prisma.credential.deleteMany();
  await prisma.otp.deleteMany();
  await prisma.message.deleteMany();
});

test('everything is encrypted again under the first key while calls come in, and is still read', async () => {
  const web = await untilTestEnds(startWeb({ ENCRYPTION_KEYS: both }));
  const old = await untilTestEnds(startWeb());
  const accounts = await Promise.all(Array.from({ length: 20 }, () => anAccount()));
  const [first] = accounts;
  if (!first) throw new Error('no account');
  const recipient = '9876543210';
  await client(old.url, first).post('/messages/send-otp', { recipient });
  expect(new Set((await ciphertexts()).map(({ under }) => under))).toEqual(new Set(['\x01dev']));

  const [{ ok, text }, ...replies] = await Promise.all([
    rotate({ ENCRYPTION_KEYS: both }),
    ...accounts.map((account) => client(web.url, account).get('/balance')),
  ]);
  expect(replies.map(({ status }) => status)).toEqual(accounts.map(() => 200));
  expect(text).toContain('API keys: 20 re-encrypted, 0 remaining.');
  expect(text).toContain('One-time passwords: 1 re-encrypted, 0 remaining.');
  expect(text).toContain('Texts of messages that wait: 1 re-encrypted, 0 remaining.');
  expect(ok).toBe(true);

  // With the new key alone.
  const texts = await decryptWith(fresh);
  expect(texts).toHaveLength(22);
  expect(texts).toEqual(expect.arrayContaining(accounts.map(({ secretKey }) => secretKey)));

  // A second run finds nothing to do, and changes nothing.
  const before = await ciphertexts();
  const again = await rotate({ ENCRYPTION_KEYS: both });
  expect(again.text).toContain('API keys: 0 re-encrypted, 0 remaining.');
  expect(await ciphertexts()).toEqual(before);
});

test('a value that no key decrypts is named, the others are encrypted again, and it ends with a failure', async () => {
  const [broken] = await Promise.all([anAccount(), anAccount(), anAccount()]);
  const damaged = Buffer.from('lost:0123456789012345678901234567890123456789');
  const { id } = await prisma.credential.update({
    where: { keyId: broken.keyId },
    data: { secretSealed: new Uint8Array(damaged) },
  });
  const { ok, text } = await rotate({ ENCRYPTION_KEYS: both });
  expect(ok).toBe(false);
  expect(text).toContain('API keys: 2 re-encrypted, 1 remaining.');
  expect(text).toContain(`${id} cannot be decrypted`);
  const found = await ciphertexts();
  expect(found.map(({ under }) => under).toSorted()).toEqual(['\x01k2', '\x01k2', 'lost']);
  expect(found.find((value) => value.id === id)?.encrypted).toEqual(damaged);
});

test('a secret that is moved to another key’s row is not revealed there', async () => {
  const [one, other] = await Promise.all([anAccount(), anAccount()]);
  await prisma.$executeRaw`
    UPDATE credentials SET secret_sealed =
      (SELECT secret_sealed FROM credentials WHERE key_id = ${other.keyId})
    WHERE key_id = ${one.keyId}`;
  await expect(revealSecret(one.userId, one.keyId)).rejects.toThrow();
  expect(await revealSecret(other.userId, other.keyId)).toBe(other.secretKey);
});

test('the key of hashes is replaced while calls come in, and what the old one hashed is still found', async () => {
  const old = await untilTestEnds(startWeb());
  const web = await untilTestEnds(startWeb({ HASH_KEY: bothHashes }));
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

  const [{ ok, text }, ...replies] = await Promise.all([
    rotate({ HASH_KEY: bothHashes }),
    ...accounts.map((account) => client(web.url, account).get('/balance')),
  ]);
  expect(replies.map(({ status }) => status)).toEqual(accounts.map(() => 200));
  expect(text).toContain('Hashes of API keys: 5 replaced, 0 remaining.');
  expect(ok).toBe(true);

  expect(
    (await client(web.url, first).post('/messages/verify-otp', { recipient, otp })).status,
  ).toBe(200);
  expect((await signUpAt(web)).body).toEqual(signedUp.body);

  // With the new key alone.
  const last = await untilTestEnds(startWeb({ HASH_KEY: freshHash }));
  for (const account of accounts) {
    expect((await client(last.url, account).get('/balance')).status).toBe(200);
  }
  expect((await rotate({ HASH_KEY: bothHashes })).text).toContain(
    'Hashes of API keys: 0 replaced, 0 remaining.',
  );
});

test('no encrypted column of the database is forgotten', async () => {
  const columns = await prisma.$queryRaw<{ name: string }[]>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type = 'bytea'
      AND (column_name LIKE '%seal%' OR column_name LIKE '%encrypted%')
    ORDER BY name`;
  expect(columns.map(({ name }) => name)).toEqual([
    'credentials.secret_sealed',
    'messages.sealed_content',
    'notification_channels.address_encrypted',
    'otps.code_sealed',
    'unsent_forms.sealed',
  ]);
});

/** Decrypts everything with one key alone, as a process would that knows no other. */
async function decryptWith(ring: string) {
  const secret = Buffer.from(ring.split(':')[1] ?? '', 'base64');
  return (await ciphertexts()).map(({ id, kind, encrypted }) => {
    const rest = encrypted.subarray(encrypted.indexOf(':') + 1);
    const decipher = createDecipheriv('aes-256-gcm', secret, rest.subarray(0, 12));
    decipher.setAAD(Buffer.from(`${kind}|${id}`));
    decipher.setAuthTag(rest.subarray(12, 28));
    return Buffer.concat([decipher.update(rest.subarray(28)), decipher.final()]).toString();
  });
}
