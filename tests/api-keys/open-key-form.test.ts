import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { reportLeak } from '#domain/identity/api-keys/report-leak.ts';
import { listKeys, updateKey } from '#domain/identity/api-keys/user-keys.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aMember } from '../support/member.ts';
import { parsePage } from '../support/parsed-page.ts';

const web = await sharedWeb();

test('a form opened before its key was reported as leaked does not turn the key on', async () => {
  const { userId, visitor } = await aMember(web.url);
  const { _id, secretKey } = await createKey({ userId, name: 'Shop' });
  const before = await visitor.get(paths.key(_id));
  expect(before.html).toContain('Active: programs can use this key');
  await reportLeak(secretKey);

  const edit = { intent: 'edit', key: _id, name: 'Store', shownActive: 'off' };
  const refused = await visitor.post(paths.key(_id), { ...edit, isActive: 'on' });
  expect(refused.status).toBe(400);
  expect(refused.html).toContain('This API key was reported as leaked. Roll it');
  const leaked = { isActive: false, offReason: 'leak_reported' };
  expect(await listKeys(userId)).toMatchObject([{ name: 'Shop', ...leaked }]);

  const after = await visitor.get(paths.key(_id));
  expect(after.html).not.toContain('Active: programs can use this key');
  expect((await visitor.post(paths.key(_id), edit)).status).toBe(302);
  expect(await listKeys(userId)).toMatchObject([{ name: 'Store', ...leaked }]);
});

test('a form opened before its key was turned off renames the key and leaves it off', async () => {
  const { userId, visitor } = await aMember(web.url);
  const { _id } = await createKey({ userId, name: 'Shop' });
  const shownActive = async () =>
    parsePage((await visitor.get(paths.key(_id))).html).only('[name="shownActive"]', 'value');
  const save = (fields: Record<string, string>) =>
    visitor.post(paths.key(_id), { intent: 'edit', key: _id, ...fields });
  const shown = (await shownActive()) ?? '';
  await updateKey(userId, _id, { isActive: false });
  await save({ name: 'Store', isActive: 'on', shownActive: shown });
  expect(await listKeys(userId)).toMatchObject([{ name: 'Store', isActive: false }]);

  await save({ name: 'Store', isActive: 'on', shownActive: (await shownActive()) ?? '' });
  expect(await listKeys(userId)).toMatchObject([{ isActive: true }]);
  await save({ name: 'Store', shownActive: (await shownActive()) ?? '' });
  expect(await listKeys(userId)).toMatchObject([{ isActive: false }]);
});

test.each([
  ['on', 'Store'],
  [undefined, 'Stock'],
])('a form without its original values changes only the name (%s)', async (isActive, name) => {
  const { userId, visitor } = await aMember(web.url);
  const { _id } = await createKey({ userId, name: 'Shop' });
  const wasActive = isActive === undefined;
  await updateKey(userId, _id, { isActive: wasActive });
  const fields = { intent: 'edit', key: _id, name, ...(isActive && { isActive }) };
  expect((await visitor.post(paths.key(_id), fields)).status).toBe(302);
  expect(await listKeys(userId)).toMatchObject([{ name, isActive: wasActive }]);
});

test.each(['_id', 'keyId'] as const)(
  'saving the form without changing the expiry day keeps the exact expiry time (the form names the key by its %s)',
  async (by) => {
    const { userId, visitor } = await aMember(web.url);
    const expiresOn = new Date('2030-01-01T06:30:00Z');
    const key = await createKey({ userId, name: 'Shop', expiresOn });
    const fields = { intent: 'edit', key: key[by], name: 'Store', expiresOn: '2030-01-01' };
    expect((await visitor.post(paths.key(key[by]), fields)).status).toBe(302);
    expect(await listKeys(userId)).toMatchObject([
      { name: 'Store', expiresOn: expiresOn.toISOString() },
    ]);
  },
);

test('the form to roll a key offers an overlap only for an active key', async () => {
  const { userId, visitor } = await aMember(web.url);
  const { _id } = await createKey({ userId, name: 'Shop' });
  const fieldOfOverlap = async () => {
    const page = parsePage((await visitor.get(paths.key(_id))).html);
    return page
      .all('[name="overlapHours"]')
      .map(({ name, attributes }) => [name, attributes.value]);
  };
  expect(await fieldOfOverlap()).toMatchObject([['select', undefined]]);
  await updateKey(userId, _id, { isActive: false });
  expect(await fieldOfOverlap()).toEqual([['input', '0']]);
});
