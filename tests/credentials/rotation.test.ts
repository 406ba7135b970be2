import { createDecipheriv, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { prisma } from '#platform/db.server.ts';
import { env } from '#platform/env.ts';
import { developmentKeys } from '#platform/env-keys.ts';
import { inherited } from '#scripts/environment.ts';
import { root } from '#scripts/root.ts';
import { startChild } from '#scripts/services/child.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { startWeb, untilTestEnds } from '../support/programs.ts';

const fresh = `k2:${randomBytes(32).toString('base64')}`;
const both = `${fresh},${developmentKeys.encryption}`;

/** Runs what `npm run rotate-keys` runs, with a ring of keys. */
async function rotate(ring: string) {
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
      ENCRYPTION_KEYS: ring,
    },
    onLine: (line) => lines.push(line),
  });
  const { ok } = await child.ended;
  return { ok, text: lines.join('\n') };
}

/** Every sealed value of the database, with the id of the key that it is under. */
async function sealed() {
  const values = await prisma.$queryRaw<{ id: string; sealed: Uint8Array }[]>`
    SELECT id, secret_sealed AS sealed FROM credentials
    UNION ALL SELECT id, code_sealed FROM otps WHERE code_sealed IS NOT NULL
    UNION ALL SELECT id, sealed_content FROM messages WHERE sealed_content IS NOT NULL ORDER BY id`;
  return values.map((value) => ({
    id: value.id,
    sealed: Buffer.from(value.sealed),
    under: Buffer.from(value.sealed).toString('latin1').split(':')[0],
  }));
}

test('everything is sealed again under the first key while calls come in, and still opens', async () => {
  const web = await untilTestEnds(startWeb({ ENCRYPTION_KEYS: both }));
  const old = await untilTestEnds(startWeb());
  const accounts = await Promise.all(Array.from({ length: 20 }, () => anAccount()));
  const [first] = accounts;
  if (!first) throw new Error('no account');
  const recipient = '9876543210';
  await client(old.url, first).post('/messages/send-otp', { recipient });
  expect(new Set((await sealed()).map(({ under }) => under))).toEqual(new Set(['dev']));

  const [{ ok, text }, ...replies] = await Promise.all([
    rotate(both),
    ...accounts.map((account) => client(web.url, account).get('/balance')),
  ]);
  expect(replies.map(({ status }) => status)).toEqual(accounts.map(() => 200));
  expect(text).toContain('API keys: 20 sealed again, 0 left.');
  expect(text).toContain('One-time passwords: 1 sealed again, 0 left.');
  expect(text).toContain('Texts of messages that wait: 1 sealed again, 0 left.');
  expect(ok).toBe(true);

  // With the new key alone.
  const texts = await openWith(fresh);
  expect(texts).toHaveLength(22);
  expect(texts).toEqual(expect.arrayContaining(accounts.map(({ secretKey }) => secretKey)));

  // A second run finds nothing to do, and changes nothing.
  const before = await sealed();
  expect((await rotate(both)).text).toContain('API keys: 0 sealed again, 0 left.');
  expect(await sealed()).toEqual(before);
});

test('a value that no key opens is named, the others are sealed again, and it ends with a failure', async () => {
  await prisma.credential.deleteMany();
  await prisma.otp.deleteMany();
  await prisma.message.deleteMany();
  const [broken] = await Promise.all([anAccount(), anAccount(), anAccount()]);
  const damaged = Buffer.from('lost:0123456789012345678901234567890123456789');
  const { id } = await prisma.credential.update({
    where: { keyId: broken.keyId },
    data: { secretSealed: new Uint8Array(damaged) },
  });
  const { ok, text } = await rotate(both);
  expect(ok).toBe(false);
  expect(text).toContain('API keys: 2 sealed again, 1 left.');
  expect(text).toContain(`${id} cannot be opened`);
  const found = await sealed();
  expect(found.map(({ under }) => under).toSorted()).toEqual(['k2', 'k2', 'lost']);
  expect(found.find((value) => value.id === id)?.sealed).toEqual(damaged);
});

test('no sealed column of the database is forgotten', async () => {
  const columns = await prisma.$queryRaw<{ name: string }[]>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type = 'bytea' AND column_name LIKE '%seal%'
    ORDER BY name`;
  expect(columns.map(({ name }) => name)).toEqual([
    'credentials.secret_sealed',
    'messages.sealed_content',
    'otps.code_sealed',
    'unsent_forms.sealed',
  ]);
});

/** Opens everything with one key alone, as a process would that knows no other. */
async function openWith(key: string) {
  const secret = Buffer.from(key.split(':')[1] ?? '', 'base64');
  return (await sealed()).map(({ sealed: value }) => {
    const rest = value.subarray(value.indexOf(':') + 1);
    const decipher = createDecipheriv('aes-256-gcm', secret, rest.subarray(0, 12));
    decipher.setAuthTag(rest.subarray(12, 28));
    return Buffer.concat([decipher.update(rest.subarray(28)), decipher.final()]).toString();
  });
}
