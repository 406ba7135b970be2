import { expect, test } from 'vitest';
import { failure } from '#app/api/respond.server.ts';
import { docsSections } from '#app/content/docs.ts';
import { paths } from '#app/paths.ts';
import { verdictCatalogue } from '#domain/dlt/check/verdicts.ts';
import { operatorVerdicts } from '#domain/dlt/operator-verdicts/operator-verdicts.browser.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { DomainError, errorCatalogue } from '#domain/shared/errors.browser.ts';
import { prisma } from '#platform/db.ts';
import { aUser } from '../support/account.ts';
import { axeViolationsAtAllWidths, launchBrowser, openPage } from '../support/browser.ts';
import { client } from '../support/client.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { signedIn } from '../support/signed-in.ts';
import { aVisitor } from '../support/visitor.ts';
import { visit } from '../support/wait-for-idle.ts';

const web = await sharedWeb();
const browser = await launchBrowser();
const visitor = aVisitor(web.url);

const addresses = docsSections.map(({ id, title }) => ({ path: paths.docsSection(id), title }));

const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
const linksOf = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, to]) => to);

test.each(addresses)('the section $title is written', async ({ path, title }) => {
  const { status, html } = await visitor.get(path);
  expect(status).toBe(200);
  expect(html).toContain(`<title>${title} · Documentation · Dakiya</title>`);
  expect(html.match(/<h1/g)).toHaveLength(1);
  expect(html.toLowerCase()).not.toMatch(/under construction|to be written|coming soon/);
  const [, description = ''] = html.match(/<meta name="description" content="([^"]*)"/) ?? [];
  expect(description.length).toBeGreaterThanOrEqual(50);
  expect(description.length).toBeLessThanOrEqual(160);
  expect(linksOf(html)).toContain(paths.contact);
});

test('every link to a place in the documentation leads there', async () => {
  const pages = new Map<string, string>();
  for (const { path } of addresses) pages.set(path, (await visitor.get(path)).html);
  const dead = [...pages].flatMap(([path, html]) =>
    linksOf(html)
      .filter((to = '') => to.startsWith('#') || to.startsWith(`${paths.docs}/`))
      .filter((to = '') => {
        const [page, id] = (to.startsWith('#') ? path + to : to).split('#');
        const found = pages.get(page ?? '');
        return !found || (id !== undefined && !idsOf(found).includes(id));
      })
      .map((to) => `${path}: ${to}`),
  );
  expect(dead).toEqual([]);
});

test('/docs, /documentation and the first section are one page with one address', async () => {
  const pages = await Promise.all(
    [paths.docs, '/documentation', paths.docsSection('getting-started')].map((path) =>
      visitor.get(path),
    ),
  );
  for (const { status, html } of pages) {
    expect(status).toBe(200);
    expect(html).toMatch(/<h1[^>]*>Getting Started<\/h1>/);
    expect(html.match(/<link rel="canonical" href="[^"]*\/docs"\/>/g)).toHaveLength(1);
  }
});

test('a section that does not exist is not found', async () => {
  expect((await visitor.get(paths.docsSection('nothing'))).status).toBe(404);
});

test('sections are found by title without JavaScript, and their links go on working', async () => {
  const sidebarOf = (html: string) => html.match(/<aside[\s\S]*?<\/aside>/)?.[0] ?? '';
  const some = sidebarOf((await visitor.get(`${paths.docs}?q=aUTH`)).html);
  expect(linksOf(some)).toEqual([paths.docsSection('authentication')]);
  expect(some).toContain('value="aUTH"');
  const none = sidebarOf((await visitor.get(`${paths.docsSection('sdk')}?q=%3Cb%3E`)).html);
  expect(none).toContain('No section title contains “&lt;b&gt;”.');
  expect(linksOf(none)).toEqual([paths.docsSection('sdk')]);
});

test('sections are found by title as one types, and Enter loses nothing', async () => {
  const page = await openPage(browser, web.url);
  await page.goto(paths.docsSection('messaging'));
  const links = page.getByRole('navigation', { name: 'Documentation' }).getByRole('link');
  await expect.poll(() => links.count()).toBe(docsSections.length);
  const field = page.getByRole('searchbox', { name: 'Search Documentation by title' });
  await field.fill('api');
  await expect.poll(() => links.allTextContents()).toEqual(['API Reference']);
  await page.evaluate('scrollTo(0, 600)');
  await field.press('Enter');
  await page.waitForURL('**/docs/messaging?q=api');
  expect(await field.inputValue()).toBe('api');
  expect(await links.allTextContents()).toEqual(['API Reference']);
  expect(await page.evaluate('scrollY')).toBe(600);
  await field.fill('nowhere');
  await page.getByText('No section title contains “nowhere”.').waitFor();
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect.poll(() => links.count()).toBe(docsSections.length);
  await page.waitForURL('**/docs/messaging');
});

test('the error of a failed call links to its explanation, and every error has one', async () => {
  const { body } = await client(web.url, null).get('/balance');
  const { pathname, hash } = new URL(body.error.docUrl);
  const { html } = await visitor.get(pathname);
  expect(idsOf(html)).toContain(hash.slice(1));
  expect(idsOf(html)).toEqual(expect.arrayContaining(Object.keys(errorCatalogue)));
});

test('every verdict of a check against DLT has an explanation', async () => {
  const { html } = await visitor.get(paths.docsSection('dlt'));
  const verdicts = [...Object.keys(verdictCatalogue), ...Object.keys(operatorVerdicts)];
  expect(idsOf(html)).toEqual(expect.arrayContaining(verdicts));
  const headers = new Headers();
  const refusal = failure(new DomainError('dlt_var_too_long'), 'req_1', headers);
  const { pathname, hash } = new URL((await refusal.json()).error.docUrl);
  expect([pathname, hash]).toEqual([paths.docsSection('dlt'), '#dlt_var_too_long']);
});

test('a link to a part of another section leads there, and marks it', async () => {
  const page = await openPage(browser, web.url);
  await page.goto(paths.docsSection('messaging'));
  await page.locator('.prose a[href$="#message_too_long"]').click();
  await page.waitForURL('**/docs/api-reference#message_too_long');
  await page.locator('#message_too_long:target').waitFor();
});

test("the samples show the reader's API ID, and never the API key", async () => {
  const user = await aUser();
  const reader = await signedIn(web.url, user);
  expect((await reader.get(paths.docs)).html).toContain('You have no active key.');
  const key = await createKey({ userId: user.userId, name: 'Shop' });
  for (const { path } of addresses) {
    const { html } = await reader.get(path);
    expect(html.includes(key.secretKey)).toBe(false);
    if (html.includes('class="sample ')) {
      expect([path, html]).toEqual([path, expect.stringContaining(key.keyId)]);
      expect(html).toContain('Your API ID is filled in.');
      expect(html).not.toContain('dk_your_api_id');
    }
  }
  const { html } = await visitor.get(paths.docs);
  expect(html).toContain('dk_your_api_id');
  expect(linksOf(html)).toContain(paths.signup);
});

test('the chosen language is stored, for the next page and the server', async () => {
  const page = await openPage(browser, web.url);
  await page.goto(paths.docs);
  const chosen = () => page.locator('.sample input:checked').evaluateAll(valuesOf);
  const first = page.locator('.sample').first();
  await first.getByText('Python', { exact: true }).click();
  await expect.poll(async () => [...new Set(await chosen())]).toEqual(['python']);
  await page.getByRole('link', { name: 'Next Authentication' }).click();
  await page.waitForURL('**/docs/authentication');
  expect([...new Set(await chosen())]).toEqual(['python']);
  const reloaded = await page.reload();
  expect([...new Set(await chosen())]).toEqual(['python']);
  const served = (await reloaded?.text()) ?? '';
  expect(served).toMatch(/<input[^>]*checked=""[^>]*value="python"/);
  expect(served).not.toMatch(/<input[^>]*checked=""[^>]*value="curl"/);
});

test('without JavaScript each sample can be read in every language', async () => {
  const page = await openPage(browser, web.url, { javaScriptEnabled: false });
  await page.goto(paths.docs);
  const first = page.locator('.sample').first();
  await first.locator('label', { hasText: /^Java$/ }).click();
  const shown = first.getByRole('region');
  expect(await shown.count()).toBe(1);
  expect(await shown.textContent()).toContain('public static void main');
});

test('a link to sign up from the documentation leads to the registration', async () => {
  const page = await openPage(browser, web.url);
  await page.goto(paths.docs);
  await page.getByRole('link', { name: 'Sign up to get a key' }).click();
  await page.waitForURL(`**${paths.register}`);
});

test('no section has barriers, in wide windows and narrow ones, light and dark', {
  timeout: 180_000,
}, async () => {
  const page = await openPage(browser, web.url);
  const faults: string[] = [];
  for (const { path, title } of addresses) {
    await visit(page, path);
    const found = await axeViolationsAtAllWidths(page);
    faults.push(...found.map((fault) => `${title}: ${fault}`));
  }
  expect(faults).toEqual([]);
});

const valuesOf = (all: (HTMLElement | SVGElement)[]) =>
  all.map((each) => (each as HTMLInputElement).value);

test('the section that is open is marked in the list, by whichever address it was reached', async () => {
  for (const path of ['/docs', '/documentation', '/docs/getting-started']) {
    const { html } = await visitor.get(path);
    expect(html).toMatch(/<a aria-current="page"[^>]*href="\/docs">Getting Started/);
  }
});

test.each([true, false])(
  'on a phone the list is folded again on the next page, and open where something is searched for (JavaScript: %s)',
  async (javaScriptEnabled) => {
    const viewport = { width: 360, height: 740 };
    const page = await openPage(browser, web.url, { viewport, javaScriptEnabled });
    const list = page.locator('details', { hasText: 'all sections' });
    await page.goto('/docs');
    await list.locator('summary').click();
    await list.getByRole('link', { name: 'Messaging' }).click();
    await page.waitForURL('**/docs/messaging');
    await list.getByRole('link', { name: 'Messaging' }).waitFor({ state: 'hidden' });
    await page.goto('/docs?q=web');
    await list.getByRole('link', { name: 'Webhooks' }).waitFor();
  },
);

test('a key that has expired is not offered to the reader', async () => {
  const user = await aUser();
  const expired = await createKey({ userId: user.userId, name: 'Old' });
  const good = await createKey({ userId: user.userId, name: 'New' });
  await prisma.credential.updateMany({
    where: { keyId: expired.keyId },
    data: { expiresOn: new Date(Date.now() - 1_000) },
  });
  const reader = await signedIn(web.url, user);
  const { html } = await reader.get('/docs');
  expect(html).toContain(good.keyId);
  expect(html).not.toContain(expired.keyId);
});
