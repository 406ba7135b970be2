import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.server.ts';
import { listKeys } from '#domain/identity/api-keys/list-keys.server.ts';
import { reportLeak } from '#domain/identity/api-keys/report-leak.server.ts';
import { updateKey } from '#domain/identity/api-keys/user-key.server.ts';
import { aMember } from '../support/member.ts';
import { parsePage } from '../support/parsed-page.ts';
import { sharedWeb } from '../support/shared-web.ts';

const web = await sharedWeb();
const here = paths.dashboard('manage-api');

test('a form that was open before a key was reported as leaked does not turn the key on', async () => {
  const { userId, visitor } = await aMember(web.url);
  const { _id, secretKey } = await createKey({ userId, name: 'Shop' });
  const before = await visitor.get(here);
  expect(before.html).toContain('Active: programs can use this key');
  await reportLeak(secretKey);

  const edit = { intent: 'edit', key: _id, name: 'Store' };
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

test('a new name in a form that was open before a key was turned off leaves it off', async () => {
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
