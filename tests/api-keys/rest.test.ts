import { expect, test } from 'vitest';
import { maxApiKeysPerAccount } from '#domain/identity/api-keys/contract.browser.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { deleteKey, listKeysWithSecrets } from '#domain/identity/api-keys/user-keys.ts';
import { prisma } from '#platform/db.ts';
import { twoSharedWebs } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { client } from '../support/client.ts';

const webs = await twoSharedWebs();
const url = (i = 0) => webs[i % webs.length]?.url ?? '';

/** A user and a client with their session. */
async function aMember() {
  const { userId, token } = await aUser();
  const authorization = { authorization: `Bearer ${token}` };
  const call = (method: string, path: string, body?: unknown, headers = {}, web = 0) =>
    client(url(web), null).call(method, `/api-keys/${path}`, {
      body,
      headers: { ...authorization, ...headers },
    });
  return { userId, call };
}

type Member = Awaited<ReturnType<typeof aMember>>;

const create = ({ call }: Member, key: string, web = 0, name = 'Shop') =>
  call('POST', 'create-api-key', { name }, { 'idempotency-key': key }, web);

test('a key that would expire in the year 10000 is rejected, and the list can still be read', async () => {
  const { call } = await aMember();
  const expiresOn = '9999-12-31T23:59:59.999-23:59';
  const made = await call('POST', 'create-api-key', { name: 'Shop', expiresOn });
  expect([made.status, made.body.error.param]).toEqual([400, 'expiresOn']);
  expect((await call('GET', 'view-api-keys')).body.data).toEqual([]);
});

test('a key is created, listed, used, changed and deleted', async () => {
  const { call, userId } = await aMember();
  const expiresOn = '2999-12-31T18:30:00+05:30';
  const made = await call('POST', 'create-api-key', { name: ' Shop ', expiresOn });
  expect([made.status, made.body.message]).toEqual([201, 'API Key created successfully']);
  expect(made.body.data).toMatchObject({
    name: 'Shop',
    description: null,
    isActive: true,
    expiresOn: '2999-12-31T13:00:00.000Z',
  });
  const key = made.body.data;

  expect((await call('GET', 'view-api-keys')).body.data).toEqual([key]);
  expect((await client(url(), { ...key, userId }).get('/messages')).status).toBe(200);

  const changed = await call('PATCH', key._id, { name: 'Store', expiresOn: null });
  expect(changed.body.data).toMatchObject({ _id: key._id, name: 'Store', expiresOn: null });
  expect((await call('PATCH', key.keyId, { isActive: false })).body.data.isActive).toBe(false);

  const other = await createKey({ userId, name: 'Other' });
  const deleted = await call('DELETE', `api-keys/:key?keyId=${key.keyId}`);
  expect([deleted.status, deleted.body.message]).toEqual([200, 'API deleted successfully']);
  expect(deleted.body.newApis).toEqual([other]);
  expect((await call('DELETE', `api-keys/${key._id}`)).status).toBe(404);
  expect((await call('DELETE', `api-keys/${other._id}`)).body.newApis).toEqual([]);
});

test('another user’s key is reported as not found, whether the request has its id or its API ID', async () => {
  const owner = await aMember();
  const other = await aMember();
  const key = await createKey({ userId: owner.userId, name: 'Mine' });
  for (const id of [key._id, key.keyId]) {
    const replies = [
      await other.call('PATCH', id, { name: 'Yours' }),
      await other.call('DELETE', `api-keys/:key?keyId=${id}`),
      await other.call('DELETE', `api-keys/${id}`),
    ];
    expect(replies.map(({ body }) => body.error.code)).toEqual(replies.map(() => 'not_found'));
  }
  expect(await listKeysWithSecrets(owner.userId)).toEqual([key]);
});

test('the key endpoints refuse an API key as credentials', async () => {
  const { userId } = await aUser();
  const key = await createKey({ userId, name: 'Program' });
  const { body } = await client(url(), { ...key, userId }).get('/api-keys/view-api-keys');
  expect(body.error.code).toBe('missing_credentials');
});

test('20 concurrent requests with one Idempotency-Key over two processes create one key', async () => {
  const member = await aMember();
  const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => create(member, 'a', i)));
  const [key] = await listKeysWithSecrets(member.userId);
  expect(await listKeysWithSecrets(member.userId)).toHaveLength(1);
  expect(replies.map(({ status, body }) => [status, body.data])).toEqual(
    replies.map(() => [201, key]),
  );
  const replayed = replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
  expect(replayed).toHaveLength(19);
});

test('a replay returns the first response, even after the key has changed', async () => {
  const member = await aMember();
  const first = await create(member, 'a');
  await member.call('PATCH', first.body.data._id, { name: 'Renamed', isActive: false });
  expect((await create(member, 'a')).body).toEqual(first.body);

  await deleteKey(member.userId, first.body.data._id);
  const gone = await create(member, 'a');
  expect([gone.status, gone.body.error.code]).toEqual([404, 'not_found']);
  expect(await listKeysWithSecrets(member.userId)).toEqual([]);
});

test('the same Idempotency-Key with another body is rejected', async () => {
  const member = await aMember();
  await create(member, 'a');
  const other = await create(member, 'a', 0, 'Another');
  expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_mismatch']);
});

test('the stored response does not contain the secret', async () => {
  const member = await aMember();
  const { body } = await create(member, 'a');
  const { answer } = await prisma.idempotencyKey.findFirstOrThrow({
    where: { scope: member.userId },
  });
  expect(answer).toMatchObject({ _id: body.data._id });
  expect(JSON.stringify(answer)).not.toContain('sk_');
});

test('creating a key beyond the maximum is rejected, and nothing is stored', async () => {
  const member = await aMember();
  const { userId } = member;
  for (let i = 0; i < maxApiKeysPerAccount; i++) await createKey({ userId, name: `Key ${i}` });
  const refused = await create(member, 'a');
  expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_parameter']);
  expect(refused.body.message).toContain(`at most ${maxApiKeysPerAccount} API keys`);
  await deleteKey(userId, (await listKeysWithSecrets(userId))[0]?._id ?? '');
  expect((await create(member, 'a')).status).toBe(201);
});
