import { beforeEach, expect, test } from 'vitest';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { findApiKeyOwner } from '#domain/identity/api-keys/find-api-key-owner.ts';
import { notifyOfLeaks, reportLeak } from '#domain/identity/api-keys/report-leak.ts';
import { purgeReplacedSecrets, rollKey } from '#domain/identity/api-keys/roll-key.ts';
import { revealSecret } from '#domain/identity/api-keys/user-keys.ts';
import { prisma } from '#platform/db.ts';
import { flushRedis } from '../harness/flush-redis.ts';
import { startWeb, stopAfterTest } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { client } from '../support/client.ts';
import { renderQueuedEmail } from '../support/emails.ts';
import { bothEncryptionKeys, bothHashKeys, newHashKey, rotate } from '../support/key-rotation.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';

const web = await sharedWeb();

beforeEach(flushRedis);

/** A user with a key, and a client with their session. */
async function anOwner() {
  const user = await aUser();
  const key = await createKey({ userId: user.userId, name: 'Shop' });
  const call = client(web.url, user);
  const roll = (body: object = {}, headers = {}) =>
    call.post(`/api-keys/${key.keyId}/roll`, body, headers);
  const report = (secretKey: string) =>
    client(web.url, null).post('/keys/report-leak', { secretKey });
  return { ...user, key, call, roll, report };
}

type Secret = { secretKey: string };

/**
 * Returns the status or error code of a call with this secret. The web server's cache picks a change up within a
 * second.
 */
async function ask({ keyId }: { keyId: string }, { secretKey }: Secret, url = web.url) {
  const { status, body } = await client(url, { userId: '', keyId, secretKey }).get('/balance');
  return body.error?.code ?? status;
}

const emailsTo = (email: string, kind: 'key_rolled' | 'key_leaked') =>
  prisma.email.findMany({ where: { email, kind } });

test('a rolled key has a new secret, and the old secret works until the overlap ends', async () => {
  const { key, roll, email } = await anOwner();
  const { status, body } = await roll({ overlapHours: 48 });
  expect([status, body.message]).toEqual([200, 'API key rolled']);
  const { secretKey, oldSecretEndsAt, rolledAt, ...same } = body.data;
  expect(secretKey).toMatch(/^sk_[a-z2-9]{40}$/);
  expect(secretKey).not.toBe(key.secretKey);
  expect(Date.parse(oldSecretEndsAt) - Date.parse(rolledAt)).toBe(48 * 3_600_000);
  const { secretKey: _, oldSecretEndsAt: __, rolledAt: ___, ...before } = key;
  expect(same).toEqual(before);
  expect([await ask(key, key), await ask(key, { secretKey })]).toEqual([200, 200]);

  const [queued] = await emailsTo(email, 'key_rolled');
  const rendered = queued && (await renderQueuedEmail('key_rolled', queued));
  expect(rendered?.text).toContain(
    `The API key “Shop” (${key.keyId}) was replaced by a new one on`,
  );
  expect(rendered?.text).toContain('The old key keeps working until');
  expect(rendered?.text).not.toContain('sk_');

  await prisma.credential.update({
    where: { keyId: key.keyId },
    data: { previousEndsAt: new Date() },
  });
  await expect(findApiKeyOwner(key)).rejects.toMatchObject({ code: 'invalid_credentials' });
  expect(await findApiKeyOwner({ ...key, secretKey })).toMatchObject({ keyId: key.keyId });
});

test('the overlap lasts a day by default, and another roll ends the previous overlap', async () => {
  const { key, roll, userId } = await anOwner();
  const second = (await roll()).body.data;
  const hours = (Date.parse(second.oldSecretEndsAt) - Date.parse(second.rolledAt)) / 3_600_000;
  expect(hours).toBe(24);
  const third = await rollKey({ userId, key: key._id, overlapHours: 1, from: '' });
  await expect(findApiKeyOwner(key)).rejects.toMatchObject({ code: 'invalid_credentials' });
  for (const { secretKey } of [second, third]) {
    expect(await findApiKeyOwner({ ...key, secretKey })).toMatchObject({ userId });
  }
  const last = await rollKey({ userId, key: key._id, overlapHours: 0, from: '' });
  expect(last.oldSecretEndsAt).toBeNull();
  expect(await revealSecret(userId, key._id)).toBe(last.secretKey);
  const row = await prisma.credential.findUniqueOrThrow({ where: { id: key._id } });
  expect(row).toMatchObject({ previousSecretHash: null, encryptedPreviousSecret: null });
});

test('a roll that is repeated with its Idempotency-Key gets the first response and does not roll again; after another roll, the repeated request gets 404', async () => {
  const { key, roll, call, userId } = await anOwner();
  const once = { 'idempotency-key': 'once' };
  const replies = await Promise.all(Array.from({ length: 5 }, () => roll({}, once)));
  expect(replies.map(({ status, body }) => [status, body.data])).toEqual(
    replies.map(() => [200, replies[0]?.body.data]),
  );
  expect(await findApiKeyOwner(key)).toMatchObject({ keyId: key.keyId });
  const { answer } = await prisma.idempotencyKey.findFirstOrThrow({ where: { key: 'once' } });
  expect(JSON.stringify(answer)).not.toContain('sk_');
  expect((await roll({ overlapHours: 1 }, once)).body.error.code).toBe('idempotency_mismatch');
  const other = await createKey({ userId, name: 'Other' });
  const ofOther = await call.post(`/api-keys/${other.keyId}/roll`, {}, once);
  expect(ofOther.body.error.code).toBe('idempotency_mismatch');
  await roll();
  const gone = await roll({}, once);
  expect([gone.status, gone.body.error.code]).toEqual([404, 'not_found']);
});

test('parallel rolls leave one current and one previous secret', async () => {
  const { key, roll, userId } = await anOwner();
  const replies = await Promise.all(Array.from({ length: 8 }, () => roll()));
  const secrets = [key.secretKey, ...replies.map(({ body }) => body.data.secretKey)];
  const found = await Promise.all(
    secrets.map((secretKey) =>
      findApiKeyOwner({ keyId: key.keyId, secretKey }).then(
        () => true,
        () => false,
      ),
    ),
  );
  expect(found.filter(Boolean)).toHaveLength(2);
  expect(secrets).toContain(await revealSecret(userId, key._id));
});

test('an older login, another account and an overlap of more than a week are rejected', async () => {
  const owner = await anOwner();
  const { key, userId } = owner;
  for (const overlapHours of [-1, 169, 1.5, '24', null]) {
    expect((await owner.roll({ overlapHours })).body.error.param).toBe('overlapHours');
  }
  const other = await anOwner();
  for (const id of [key._id, key.keyId]) {
    expect((await other.call.post(`/api-keys/${id}/roll`, {})).status).toBe(404);
  }
  await signedInLongAgo(userId);
  expect((await owner.roll()).body.error.code).toBe('reauthentication_required');
  expect(await revealSecret(userId, key._id)).toBe(key.secretKey);
});

test('replaced secrets are deleted when their overlap ends, and not before', async () => {
  const { key, userId } = await anOwner();
  const { secretKey } = await rollKey({ userId, key: key._id, overlapHours: 1, from: '' });
  await purgeReplacedSecrets();
  expect(await findApiKeyOwner(key)).toMatchObject({ keyId: key.keyId });
  const update = { where: { id: key._id }, data: { previousEndsAt: new Date() } };
  await prisma.credential.update(update);
  expect(await purgeReplacedSecrets()).toBe(1);
  const row = await prisma.credential.findUniqueOrThrow({ where: { id: key._id } });
  expect(row).toMatchObject({ previousSecretHash: null, previousEndsAt: null });
  expect(await revealSecret(userId, key._id)).toBe(secretKey);
});

test.each(['current', 'old'] as const)(
  'a report of the %s secret turns the key off at once, and the owner gets only one email',
  async (which) => {
    const { key, roll, report, email, call } = await anOwner();
    const current = (await roll()).body.data;
    const reported = { current: current.secretKey, old: key.secretKey }[which];
    const first = await report(reported);
    expect([first.status, first.body.data]).toEqual([200, null]);
    await report(reported);
    const [row] = (await call.get('/api-keys/view-api-keys')).body.data;
    expect(row).toMatchObject({ isActive: false, offReason: 'leak_reported' });
    expect(await notifyOfLeaks()).toBe(1);
    expect(await notifyOfLeaks()).toBe(0);
    const queued = await emailsTo(email, 'key_leaked');
    expect(queued).toHaveLength(1);
    const rendered = queued[0] && (await renderQueuedEmail('key_leaked', queued[0]));
    expect(rendered?.text).toContain(`the API key “Shop” (${key.keyId})`);
    expect(rendered?.text).not.toContain('sk_');

    // After a roll the key works again, but the leaked secret stays invalid.
    const rolled = (await roll({ overlapHours: 24 })).body.data;
    expect(rolled).toMatchObject({ isActive: true, offReason: null, oldSecretEndsAt: null });
    expect(await findApiKeyOwner(rolled)).toMatchObject({ isActive: true });
    for (const secretKey of [key.secretKey, current.secretKey]) {
      await report(secretKey);
      const row = await prisma.credential.findUniqueOrThrow({ where: { id: key._id } });
      expect(row.isActive).toBe(true);
    }
  },
);

test('a leaked key can be turned on only by rolling it, and the record of the leak stays when the key is renamed', async () => {
  const { key, call, roll, report } = await anOwner();
  await report(key.secretKey);
  const change = (body: object) => call.call('PATCH', `/api-keys/${key._id}`, { body });
  const refused = await change({ name: 'Store', isActive: true });
  expect([refused.status, refused.body.error]).toEqual([
    400,
    expect.objectContaining({ code: 'invalid_parameter', param: 'isActive' }),
  ]);
  expect(refused.body.message).toContain('Roll it');
  // The dashboard's form sends these fields.
  const named = await change({ name: 'Store', isActive: false });
  expect(named.body.data).toMatchObject({ name: 'Store', offReason: 'leak_reported' });
  const rolled = (await roll({ overlapHours: 24 })).body.data;
  expect(rolled).toMatchObject({ isActive: true, offReason: null, oldSecretEndsAt: null });
  await expect(findApiKeyOwner(key)).rejects.toMatchObject({ code: 'invalid_credentials' });
  expect((await change({ isActive: true })).status).toBe(200);
});

test('a report of a leaked key gets the same answer whether or not the key exists', async () => {
  const { key, report } = await anOwner();
  // A newline that was copied with the key is ignored.
  const replies = [await report(`${key.secretKey}\n`), await report('sk_none'), await report('x')];
  const [first] = replies.map(({ status, body }) => ({ status, body }));
  for (const { status, body } of replies) expect({ status, body }).toEqual(first);
  for (const nothing of ['', ' \n']) expect((await report(nothing)).status).toBe(400);
  const row = await prisma.credential.findUniqueOrThrow({ where: { id: key._id } });
  expect(row.offReason).toBe('leak_reported');
});

test('reporting a secret whose overlap has ended turns no key off', async () => {
  const { key, userId } = await anOwner();
  await rollKey({ userId, key: key._id, overlapHours: 1, from: '' });
  const update = { where: { id: key._id }, data: { previousEndsAt: new Date() } };
  await prisma.credential.update(update);
  await reportLeak(key.secretKey);
  expect(await prisma.credential.findUniqueOrThrow({ where: { id: key._id } })).toMatchObject({
    isActive: true,
  });
});

test('rotating the encryption and hash keys includes replaced secrets', async () => {
  await prisma.credential.deleteMany();
  const { key, userId } = await anOwner();
  const { secretKey } = await rollKey({ userId, key: key._id, overlapHours: 24, from: '' });
  const both = { ENCRYPTION_KEYS: bothEncryptionKeys, HASH_KEY: bothHashKeys };
  const { how, text } = await rotate(both);
  expect(text).toContain('API keys: 1 re-encrypted, 0 remaining.');
  expect(text).toContain('Replaced API keys: 1 re-encrypted, 0 remaining.');
  expect(text).toContain('Hashes of API keys: 2 replaced, 0 remaining.');
  expect(how).toBe('exit code 0');
  const later = await stopAfterTest(
    startWeb({ ENCRYPTION_KEYS: bothEncryptionKeys, HASH_KEY: newHashKey }),
  );
  expect(await ask(key, key, later.url)).toBe(200);
  expect(await ask(key, { secretKey }, later.url)).toBe(200);
});
