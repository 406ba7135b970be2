import { describe, expect, onTestFinished, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { reportLeak } from '#domain/identity/api-keys/report-leak.ts';
import { listKeysWithSecrets } from '#domain/identity/api-keys/user-keys.ts';
import { prisma } from '#platform/db.ts';
import { aUser } from '../support/account.ts';
import { aTab, toast } from '../support/dashboard-tab.ts';
import { registerBodies, registerSenders } from '../support/dlt.ts';

test('in the list of keys, the longer ID and mask of a test key stay inside their columns', async () => {
  const { page, userId, open } = await aTab('manage-api');
  await createKey({ userId, name: 'Shop' });
  await createKey({ userId, name: 'Staging', livemode: false });
  for (const width of [1280, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    await open();
    const faults = await page
      .getByRole('main')
      .getByRole('cell')
      .evaluateAll((cells) =>
        cells.flatMap((cell) => {
          const { right } = cell.getBoundingClientRect();
          const isCut = [...cell.querySelectorAll('code')].some(
            (code) => code.scrollWidth > code.clientWidth,
          );
          const isOutside = [...cell.querySelectorAll('button')].some(
            (button) => button.getBoundingClientRect().right > right,
          );
          return isCut || isOutside ? [cell.textContent] : [];
        }),
      );
    expect([width, faults]).toEqual([width, []]);
  }
});

describe.each([true, false])('with JavaScript: %s', (javaScriptEnabled) => {
  test('a user creates, sees, renames, turns off and deletes the first key', async () => {
    const { page, userId, open } = await aTab('home', { javaScriptEnabled });
    await open();
    await page.getByRole('main').getByRole('link', { name: 'Create New API' }).click();
    await page.getByLabel('API Name').fill('  Shop ');
    await page.getByLabel('Description').fill('Order updates');
    await page.getByLabel('Expires').fill('2999-12-31');
    await page.getByRole('button', { name: 'Create API' }).click();
    await toast(page, 'API Key created successfully');

    const [key] = await listKeysWithSecrets(userId);
    if (!key) throw new Error('no key was made');
    expect(key).toMatchObject({
      name: 'Shop',
      description: 'Order updates',
      expiresOn: '2999-12-31T18:29:59.999Z',
    });
    await page.getByRole('heading', { name: 'Shop is ready' }).waitFor();
    await page.getByText(key.secretKey).waitFor();
    await page.getByRole('link', { name: 'Hide the new API Key' }).click();
    await page.getByRole('heading', { name: 'Shop is ready' }).waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Shop' }).waitFor();
    await page.getByText(key.keyId).waitFor();
    await page.getByRole('main').getByText('Active', { exact: true }).waitFor();
    const secret = page.getByText(key.secretKey);
    expect(await page.content()).not.toContain(key.secretKey);
    // A key is collapsed to one line until the user opens it.
    await page.getByRole('heading', { name: 'Shop' }).click();
    await page.getByRole('button', { name: 'Show API Key of Shop' }).click();
    await secret.waitFor();
    await page.getByRole('link', { name: 'Hide API Key of Shop' }).click();
    await secret.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(key.secretKey);

    await page.getByRole('link', { name: 'Manage Shop' }).click();
    await page.getByLabel('Edit Shop').click();
    await page.getByLabel('API Name').fill('Store');
    await page.getByLabel('Active: programs').uncheck();
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await toast(page, 'API updated successfully');
    await page.getByText('Inactive', { exact: true }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Store' }).waitFor();
    // All other fields are unchanged.
    expect(await listKeysWithSecrets(userId)).toEqual([{ ...key, name: 'Store', isActive: false }]);

    await page.getByRole('link', { name: 'All API keys' }).click();
    await page.getByRole('heading', { level: 1, name: 'Manage API' }).waitFor();
    await page.getByLabel('Delete Store').click();
    expect(await listKeysWithSecrets(userId)).toHaveLength(1);
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await toast(page, 'API deleted successfully');
    await page.getByText('No API keys found').waitFor();
    expect(await listKeysWithSecrets(userId)).toEqual([]);
  });

  test('a user creates a key with some scopes, changes its scopes and restriction, and rolls it', async () => {
    const { page, userId, open } = await aTab('new-api', { javaScriptEnabled });
    await open();
    await page.getByLabel('API Name').fill('Shop');
    expect(await page.getByRole('group', { name: 'Scopes' }).isVisible()).toBe(false);
    await page.getByRole('radio', { name: 'Read only' }).check();
    await page.getByLabel('Allowed addresses').fill('0.0.0.0/0\n::/0');
    await page.getByRole('button', { name: 'Create API' }).click();
    await toast(page, 'API Key created successfully');
    const [key] = await listKeysWithSecrets(userId);
    if (!key) throw new Error('no key was made');
    expect(key).toMatchObject({
      scopes: ['messages:read', 'account:read'],
      addresses: ['0.0.0.0/0', '::/0'],
      createdBy: { device: expect.stringContaining('Chrome') },
    });

    await registerSenders(userId, 'ACMEIN');
    await registerBodies(userId, { '1107160000000000002': 'Your Acme order has left.' });
    await page.goto(paths.dashboard('manage-api'));
    await page.getByRole('link', { name: 'Shop', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor();
    await page.getByText('Created', { exact: false }).first().waitFor();
    await page.getByText('IDs that are not listed').click();
    await page.getByRole('checkbox', { name: /1107160000000000002/ }).check();
    await page
      .getByLabel('Allowed templates and OTP services: ids')
      .fill('1107160000000000001\nshipped');
    await page.getByRole('button', { name: 'Save Access' }).click();
    await page.getByText('“shipped” is no DLT template id').first().waitFor();
    await page.getByLabel('Allowed templates and OTP services: ids').fill('1107160000000000001');
    expect(await page.getByRole('radio', { name: 'Read only' }).isChecked()).toBe(true);
    await page.getByRole('radio', { name: 'Chosen scopes' }).check();
    await page.getByRole('checkbox', { name: /^messages:read / }).uncheck();
    await page.getByRole('checkbox', { name: /^messages:send / }).check();
    await page.getByLabel('Allowed addresses').fill('');
    await page.getByRole('button', { name: 'Save Access' }).click();
    await toast(page, 'API updated successfully');
    expect(await listKeysWithSecrets(userId)).toMatchObject([
      {
        scopes: ['messages:send', 'account:read'],
        templates: ['1107160000000000001', '1107160000000000002'],
        addresses: [],
      },
    ]);

    await page.getByLabel('Roll Shop').click();
    await page.getByLabel('The old API key').selectOption('72');
    await page.getByRole('button', { name: 'Roll API Key' }).click();
    await toast(page, 'API key rolled');
    await page.getByText('The old API key works until').waitFor();
    const [rolled] = await listKeysWithSecrets(userId);
    if (!rolled) throw new Error('the key is gone');
    expect(rolled.secretKey).not.toBe(key.secretKey);
    expect(await page.content()).not.toContain(rolled.secretKey);
    await page.getByRole('button', { name: 'Show API Key of Shop' }).click();
    await page.getByText(rolled.secretKey).waitFor();

    await reportLeak(rolled.secretKey);
    await page.goto(paths.key(key._id));
    await page.getByText('a person who had found it').waitFor();
    await page.getByLabel('Roll Shop').click();
    await page.getByRole('button', { name: 'Roll API Key' }).click();
    await toast(page, 'API key rolled');
    expect(await listKeysWithSecrets(userId)).toMatchObject([
      { isActive: true, oldSecretEndsAt: null },
    ]);
  });

  test('a form with an error is shown again with its values and the error', async () => {
    const { page, userId, open } = await aTab('manage-api', { javaScriptEnabled });
    const key = await createKey({ userId, name: 'Shop' });
    await open();
    await page.getByRole('link', { name: 'Edit Shop' }).click();
    await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor();
    await page.getByLabel('Edit Shop').click();
    await page.getByLabel('API Name').fill('Store');
    await page.getByLabel('Expires').fill('2020-01-01');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Please pick today or a future date').first().waitFor();
    expect(await page.getByLabel('API Name').inputValue()).toBe('Store');
    expect(await page.getByLabel('API Name').isVisible()).toBe(true);
    expect(await listKeysWithSecrets(userId)).toEqual([key]);
  });

  test('if a key cannot be deleted, its tab stays open and shows the error', async () => {
    const { page, userId, open } = await aTab('manage-api', { javaScriptEnabled });
    const { _id } = await createKey({ userId, name: 'Shop' });
    await prisma.$executeRawUnsafe(`
      CREATE FUNCTION keep_key() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF OLD.id = '${_id}' THEN RAISE EXCEPTION 'this key stays'; END IF;
        RETURN OLD;
      END $$`);
    await prisma.$executeRaw`
      CREATE TRIGGER keep_key BEFORE DELETE ON credentials FOR EACH ROW EXECUTE FUNCTION keep_key()`;
    onTestFinished(async () => {
      await prisma.$executeRaw`DROP FUNCTION keep_key CASCADE`;
    });
    await open();
    await page.getByLabel('Delete Shop').click();
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await toast(page, 'Failed to delete API');
    await page.getByRole('heading', { name: 'Manage API' }).first().waitFor();
    expect(await listKeysWithSecrets(userId)).toHaveLength(1);
  });

  test('another user’s key is neither changed nor deleted by a forged form', async () => {
    const key = await createKey({ userId: (await aUser()).userId, name: 'Not yours' });
    const { page, userId, open } = await aTab('manage-api', { javaScriptEnabled });
    await createKey({ userId, name: 'Mine' });
    await open();
    await page.getByLabel('Delete Mine').click();
    await page
      .locator('input[name=key]')
      .last()
      .evaluate((input, id) => input.setAttribute('value', id), key._id);
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await toast(page, 'Failed to delete API');
    expect(await listKeysWithSecrets(userId)).toHaveLength(1);
  });
});
