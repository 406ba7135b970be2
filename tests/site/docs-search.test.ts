import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { axeViolationsAtAllWidths, launchBrowser, openPage } from '../support/browser.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { aVisitor } from '../support/visitor.ts';
import { waitForIdle } from '../support/wait-for-idle.ts';

const web = await sharedWeb();
const browser = await launchBrowser();
const visitor = aVisitor(web.url);

const results = (query: string) => `${paths.docsSearch}?query=${encodeURIComponent(query)}`;
const linksOf = (html: string) => {
  const list = html.match(/<section aria-label="Search results"[\s\S]*?<\/section>/)?.[0] ?? '';
  return [...list.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, to = '']) => to);
};

test('a search finds passages, which the keyboard can select, and opens the right heading', async () => {
  const page = await openPage(browser, web.url);
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text());
  });
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(new URL(request.url()).pathname));
  await page.goto(paths.docs);
  await waitForIdle(page);
  // Nothing of it is loaded before it is used.
  expect(
    requestedUrls.filter((path) => path === paths.docsIndex || path.includes('create-search')),
  ).toEqual([]);
  const field = page.getByRole('searchbox', { name: 'Search the documentation' });
  const links = page.getByRole('search', { name: 'Search the documentation' }).getByRole('link');
  await field.fill('surrogate emoji');
  await page.getByText('Nothing found.').last().waitFor();
  await field.fill('several alphabet');
  await links.first().waitFor();
  expect(requestedUrls).toContain(paths.docsIndex);
  expect(await links.first().getAttribute('href')).toBe(
    '/docs/messaging#long-texts-and-other-scripts',
  );
  const marked = await links.first().locator('mark').allTextContents();
  expect(new Set(marked.map((word) => word.toLowerCase()))).toEqual(
    new Set(['alphabet', 'several']),
  );

  await field.press('ArrowDown');
  expect(await links.first().evaluate(hasFocus)).toBe(true);
  await page.keyboard.press('ArrowUp');
  expect(await field.evaluate(hasFocus)).toBe(true);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await links.first().waitFor({ state: 'hidden' });
  expect(await field.evaluate(hasFocus)).toBe(true);

  await field.fill('alphabet several');
  await links.first().waitFor();
  await field.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/messaging#long-texts-and-other-scripts');
  expect(refused).toEqual([]);
});

const hasFocus = (element: HTMLElement | SVGElement) => element === document.activeElement;

test('Enter leads to a page of results; neither list has barriers', async () => {
  const page = await openPage(browser, web.url);
  await page.goto(paths.docsSection('messaging'));
  const field = page.getByRole('searchbox', { name: 'Search the documentation' });
  await field.fill('idempotency');
  await page.getByRole('search').getByRole('link').first().waitFor();
  expect(await axeViolationsAtAllWidths(page)).toEqual([]);
  await field.press('Enter');
  await page.waitForURL(`**${results('idempotency')}`);
  const found = page.getByRole('region', { name: 'Search results' });
  await found.getByRole('link').first().waitFor();
  expect(await field.inputValue()).toBe('idempotency');
  expect(await axeViolationsAtAllWidths(page)).toEqual([]);
});

test('if the index does not arrive, that is said, and the next key tries again', async () => {
  const page = await openPage(browser, web.url);
  await page.goto(paths.docs);
  await waitForIdle(page);
  await page.route(`**${paths.docsIndex}`, (route) => route.abort());
  const search = page.getByRole('search', { name: 'Search the documentation' });
  await search.getByRole('searchbox').fill('segment');
  await search.getByText('could not be loaded').last().waitFor();
  await page.unroute(`**${paths.docsIndex}`);
  await search.getByRole('searchbox').fill('segments');
  await search.getByRole('link').first().waitFor();
});

test('without JavaScript the form leads to the results, and they to the places', async () => {
  const page = await openPage(browser, web.url, { javaScriptEnabled: false });
  await page.goto(paths.docs);
  const search = page.getByRole('search', { name: 'Search the documentation' });
  await search.getByRole('searchbox').fill('trunk zero');
  await search.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL('**/docs/search?query=trunk+zero');
  const found = page.getByRole('region', { name: 'Search results' });
  expect(await found.locator('mark').allTextContents()).toEqual(['trunk', 'zero']);
  await found.getByRole('link').first().click();
  await page.waitForURL('**/docs/messaging#recipients');
});

test('every place that is found is there', async () => {
  const passages: { path: string; heading: string }[] = JSON.parse(
    (await visitor.get(paths.docsIndex)).html,
  );
  expect(passages.length).toBeGreaterThan(80);
  const pages = new Map<string, string>();
  for (const { path } of passages) {
    const [page = '', id] = path.split('#');
    if (!pages.has(page)) pages.set(page, (await visitor.get(page)).html);
    if (id) expect(pages.get(page)).toContain(` id="${id}"`);
  }
});

test('treats a query as text, however long and strange it is', async () => {
  const { html, status } = await visitor.get(results('<script>alert(1)</script>'));
  expect(status).toBe(200);
  expect(html).not.toContain('<script>alert(1)');
  expect(linksOf((await visitor.get(results(''))).html)).toEqual([]);
  expect((await visitor.get(results('a'.repeat(5_000)))).status).toBe(200);
  expect((await visitor.get(results('secret'))).html).toContain(
    '<meta name="robots" content="noindex"/>',
  );
});
