import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { listKeys } from '#domain/identity/api-keys/list-keys.ts';
import { reportLeak } from '#domain/identity/api-keys/report-leak.ts';
import { updateKey } from '#domain/identity/api-keys/user-key.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aMember } from '../support/member.ts';
import { parsePage } from '../support/parsed-page.ts';

const web = await sharedWeb();
const here = paths.dashboard('manage-api');

test('a form opened before its key was reported as leaked does not turn the key on', async () => {
  const { userId, visitor } = await aMember(web.url);
  const { _id, secretKey } = await createKey({ userId, name: 'Shop' });
  const before = await visitor.get(here);
  expect(before.html).toContain('Active: programs can use this key');
  await reportLeak(secretKey);

  const edit = { intent: 'edit', key: _id, name: 'Store', shownActive: 'off' };
  const refused = await visitor.post(here, { ...edit, isActive: 'on' });
  expect(refused.status).toBe(400);
  expect(refused.html).toContain('This API key was reported as leaked. Roll it');
  const leaked = { isActive: false, offReason: 'leak_reported' };
  expect(await listKeys(userId)).toMatchObject([{ name: 'Shop', ...leaked }]);

  const after = await visitor.get(here);
  expect(after.html).not.toContain('Active: programs can use this key');
  expect((await visitor.post(here, edit)).status).toBe(302);
  expect(await listKeys(userId)).toMatchObject([{ name: 'Store', ...leaked }]);
});

test('a form opened before its key was turned off renames the key and leaves it off', async () => {
  const { userId, visitor } = await aMember(web.url);
  const { _id } = await createKey({ userId, name: 'Shop' });
  const shownActive = async () =>
    parsePage((await visitor.get(here)).html).only('[name="shownActive"]', 'value');
  const save = (fields: Record<string, string>) =>
    visitor.post(here, { intent: 'edit', key: _id, ...fields });
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
  expect((await visitor.post(here, fields)).status).toBe(302);
  expect(await listKeys(userId)).toMatchObject([{ name, isActive: wasActive }]);
});

test.each(['_id', 'keyId'] as const)(
  'a form with an unchanged day keeps the exact expiry, by %s',
  async (by) => {
    const { userId, visitor } = await aMember(web.url);
    const expiresOn = new Date('2030-01-01T06:30:00Z');
    const key = await createKey({ userId, name: 'Shop', expiresOn });
    const fields = { intent: 'edit', key: key[by], name: 'Store', expiresOn: '2030-01-01' };
    expect((await visitor.post(here, fields)).status).toBe(302);
    expect(await listKeys(userId)).toMatchObject([
      { name: 'Store', expiresOn: expiresOn.toISOString() },
    ]);
  },
);

test('the form that rolls a key offers an overlap only while the key is on', async () => {
  const { userId, visitor } = await aMember(web.url);
  const { _id } = await createKey({ userId, name: 'Shop' });
  const fieldOfOverlap = async () => {
    const page = parsePage((await visitor.get(here)).html);
    return page
      .all('[name="overlapHours"]')
      .map(({ name, attributes }) => [name, attributes.value]);
  };
  expect(await fieldOfOverlap()).toMatchObject([['select', undefined]]);
  await updateKey(userId, _id, { isActive: false });
  expect(await fieldOfOverlap()).toEqual([['input', '0']]);
});
