import { expect, test } from 'vitest';
import { docsSections } from '#app/content/docs.ts';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { axeViolations, launchBrowser, localhostUrl, openPageAs } from '../harness/browser.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { signedIn } from '../support/signed-in.ts';
import { hrefTo } from '../support/visitor.ts';

const web = await sharedWeb();
const browser = await launchBrowser();
const documentation = paths.dashboard('documentation');

async function aMember() {
  const user = await aUser();
  const visitor = await signedIn(web.url, user);
  const get = async (path: string) => {
    const { status, html } = await visitor.get(path);
    return { status, main: /<main.*<\/main>/s.exec(html)?.[0] ?? '' };
  };
  return { user, get };
}

/** The sections whose cards are on the page. */
const cards = (main: string) =>
  docsSections
    .map(({ id }) => ({ id, at: main.indexOf(hrefTo(paths.ownDocsSection(id))) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ id }) => id);

const all = docsSections.map(({ id }) => id);

test('every section has a card with its title and its first sentence', async () => {
  const { get } = await aMember();
  const { main } = await get(documentation);
  expect(cards(main)).toEqual(all);
  for (const { title } of docsSections) expect(main).toContain(`>${title}</a>`);
  for (const [, about] of main.matchAll(/<\/h2><p[^>]*>(.*?)<\/p>/g)) {
    expect(about).toMatch(/^[A-Z].+\.$/);
  }
});

test('without JavaScript the search form leads to the results in the documentation', async () => {
  const { get } = await aMember();
  const { main } = await get(documentation);
  expect(main).toContain(`action="${paths.docsSearch}"`);
  expect((await get(`${paths.docsSearch}?query=auth`)).main).toContain(
    hrefTo(paths.docsSection('authentication')),
  );
});

test('each section is shown on the dashboard, and links to its public page', async () => {
  const { get } = await aMember();
  for (const { id, title } of docsSections) {
    const { status, main } = await get(paths.ownDocsSection(id));
    expect([id, status]).toEqual([id, 200]);
    for (const part of [`>${title}</h2>`, `href="/docs/${id}"`, `href="${documentation}"`]) {
      expect(main).toContain(part);
    }
  }
});

test('an unknown section shows the list of sections', async () => {
  const { get } = await aMember();
  for (const id of ['', 'nothing', '__proto__', '../messaging', '<script>']) {
    const { status, main } = await get(paths.ownDocsSection(id));
    expect([id, status, cards(main)]).toEqual([id, 200, all]);
  }
});

test('samples contain the reader’s API ID, and never a secret or another user’s API ID', async () => {
  const [reader, other] = [await aMember(), await aMember()];
  const theirs = await createKey({ userId: other.user.userId, name: 'Theirs' });
  const path = `${paths.ownDocsSection('getting-started')}&key=${theirs.keyId}`;
  const before = await reader.get(path);
  expect(before.main).toContain('You have no active key.');
  const { keyId, secretKey } = await createKey({ userId: reader.user.userId, name: 'Mine' });
  const { main } = await reader.get(path);
  expect(main).toContain(keyId);
  expect(main).toContain('Your API ID is filled in.');
  expect(main).not.toContain(secretKey);
  expect(main).not.toContain(theirs.keyId);
});

test('the list is filtered while the user types, a section opens and closes, and axe finds no violations', async () => {
  const user = await aUser();
  await createKey({ userId: user.userId, name: 'Shop' });
  const page = await openPageAs(user, browser, localhostUrl(web));
  await page.goto(documentation);
  const main = page.getByRole('main');
  await main.getByRole('searchbox').fill('webh');
  await expect
    .poll(() => main.getByRole('heading', { level: 2 }).allTextContents())
    .toEqual(['Webhooks']);
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await main.getByRole('searchbox').fill('');
  await main.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await main.getByRole('heading', { level: 2, name: 'Webhooks' }).first().waitFor();
  await main.locator('[rel=next]').click();
  await main.getByRole('heading', { level: 2, name: 'Hooks' }).first().waitFor();
  await main.getByRole('link', { name: 'All sections' }).click();
  await expect.poll(() => main.getByRole('listitem').count()).toBe(all.length);
});
