import { expect, test } from 'vitest';
import { failure } from '#app/api/respond.server.ts';
import { docsSections } from '#app/content/docs.ts';
import { paths } from '#app/paths.ts';
import { verdictCatalogue } from '#domain/dlt/check/verdicts.ts';
import { operatorVerdicts } from '#domain/dlt/operator-verdicts/operator-verdicts.browser.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { DomainError, errorCatalogue } from '#domain/shared/errors.browser.ts';
import { prisma } from '#platform/db.ts';
import { memoize } from '#platform/instance.ts';
import { launchBrowser, openPage } from '../harness/browser.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { client } from '../support/client.ts';
import { open } from '../support/cut-page.ts';
import { sendForm } from '../support/send-form.ts';
import { signedIn } from '../support/signed-in.ts';
import { aVisitor } from '../support/visitor.ts';

const web = await sharedWeb();
const browser = await launchBrowser();
const visitor = aVisitor(web.url);
/** Returns a page of the documentation. Each page is fetched only once, because several tests read it. */
const readPage = memoize((path: string) => visitor.get(path));

const sections = docsSections.map(({ id, title }) => ({ path: paths.docsSection(id), title }));

const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
const linksOf = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, to]) => to);

test('each section has text below its title', async () => {
  for (const { path, title } of sections) {
    const { status, html } = await readPage(path);
    expect([path, status]).toEqual([path, 200]);
    expect(html).toContain(`<title>${title} · Documentation · Dakiya</title>`);
    expect(html.toLowerCase()).not.toMatch(/under construction|to be written|coming soon/);
    expect(linksOf(html)).toContain(paths.contact);
  }
  expect((await visitor.get(paths.docsSection('nothing'))).status).toBe(404);
});

test('/docs, /documentation and the first section show the same page with one canonical URL, and the list of sections marks this page', async () => {
  for (const path of [paths.docs, '/documentation', paths.docsSection('getting-started')]) {
    const { status, html } = await readPage(path);
    expect([path, status]).toEqual([path, 200]);
    expect(html).toMatch(/<h1[^>]*>Getting Started<\/h1>/);
    expect(html.match(/<link rel="canonical" href="[^"]*\/docs"\/>/g)).toHaveLength(1);
    expect(html).toMatch(/<a aria-current="page"[^>]*href="\/docs">Getting Started/);
  }
});

test('every target of a link or a search result exists', async () => {
  const { html: index } = await visitor.get(paths.docsIndex);
  const passages: { path: string }[] = JSON.parse(index);
  expect(passages.length).toBeGreaterThan(80);
  const places = passages.map(({ path }) => ({ from: paths.docsIndex, to: path }));
  for (const { path } of sections) {
    for (const to of linksOf((await readPage(path)).html) as string[]) {
      if (to.startsWith('#')) places.push({ from: path, to: path + to });
      else if (to.startsWith(`${paths.docs}/`)) places.push({ from: path, to });
    }
  }
  const dead: string[] = [];
  for (const { from, to } of places) {
    const [page = '', id] = to.split('#');
    const { status, html } = await readPage(page);
    if (status !== 200 || (id && !idsOf(html).includes(id))) dead.push(`${from}: ${to}`);
  }
  expect(dead).toEqual([]);
});

test('without JavaScript the list of sections can be filtered by title, and its links still work', async () => {
  const sidebarOf = (html: string) => html.match(/<aside[\s\S]*?<\/aside>/)?.[0] ?? '';
  const some = await sendForm(visitor, paths.docs, 'Search', { query: 'aUTH' });
  expect(linksOf(sidebarOf(some.html))).toEqual([paths.docsSection('authentication')]);
  expect(some.html).toContain('value="aUTH"');
  // A page whose title matches the query is the first result. If the query matches only the text of pages, the list of
  // sections is not filtered.
  expect(linksOf(foundIn(some.html))[0]).toBe(paths.docsSection('authentication'));
  const texts = await sendForm(visitor, paths.docs, 'Search', { query: 'trunk zero' });
  expect(linksOf(sidebarOf(texts.html))).toHaveLength(docsSections.length);
});

test('the error of a failed call links to its explanation, and every error and verdict has an explanation', async () => {
  const { body } = await client(web.url, null).get('/balance');
  const refusal = failure(new DomainError('dlt_var_too_long'), 'req_1');
  for (const [docUrl, path, codes] of [
    [body.error.docUrl, paths.docsSection('api-reference'), Object.keys(errorCatalogue)],
    [
      JSON.parse(String(refusal.body)).error.docUrl,
      paths.docsSection('dlt'),
      [...Object.keys(verdictCatalogue), ...Object.keys(operatorVerdicts)],
    ],
  ]) {
    const { pathname, hash } = new URL(docUrl);
    expect(pathname).toBe(path);
    const ids = idsOf((await readPage(pathname)).html);
    expect(ids).toEqual(expect.arrayContaining([hash.slice(1), ...codes]));
  }
});

test('the samples show the reader’s API ID while the key is active, and never the secret', async () => {
  const user = await aUser();
  const reader = await signedIn(web.url, user);
  expect((await reader.get(paths.docs)).html).toContain('You have no active key.');
  const key = await createKey({ userId: user.userId, name: 'Shop' });
  for (const { path } of sections) {
    const { html } = await reader.get(path);
    expect(html.includes(key.secretKey)).toBe(false);
    if (html.includes('class="sample ')) {
      expect([path, html]).toEqual([path, expect.stringContaining(key.keyId)]);
      expect(html).toContain('Your API ID is filled in.');
      expect(html).not.toContain('dk_your_api_id');
    }
  }
  const newer = await createKey({ userId: user.userId, name: 'New' });
  const expired = { expiresOn: new Date(Date.now() - 1_000) };
  await prisma.credential.updateMany({ where: { keyId: key.keyId }, data: expired });
  const { html } = await reader.get(paths.docs);
  expect(html).toContain(newer.keyId);
  expect(html).not.toContain(key.keyId);
  const visitors = await readPage(paths.docs);
  expect(visitors.html).toContain('dk_your_api_id');
  expect(linksOf(visitors.html)).toContain(paths.signup);
});

test('the chosen language is kept on the next page and in pages from the server, and a link to a heading marks the heading', async () => {
  const page = await openPage(browser, web.url);
  await page.goto(paths.docs);
  const chosen = () =>
    page
      .locator('.sample input:checked')
      .evaluateAll((all) => [...new Set(all.map((each) => (each as HTMLInputElement).value))]);
  const first = page.locator('.sample').first();
  await first.getByText('Python', { exact: true }).click();
  await expect.poll(chosen).toEqual(['python']);
  await page.getByRole('link', { name: 'Next Authentication' }).click();
  await page.waitForURL('**/docs/authentication');
  expect(await chosen()).toEqual(['python']);
  const reloaded = await page.reload();
  expect(await chosen()).toEqual(['python']);
  const served = (await reloaded?.text()) ?? '';
  expect(served).toMatch(/<input[^>]*checked=""[^>]*value="python"/);
  expect(served).not.toMatch(/<input[^>]*checked=""[^>]*value="curl"/);

  await open(page, paths.docsSection('messaging'));
  await page.locator('.prose a[href$="#message_too_long"]').click();
  await page.waitForURL('**/docs/api-reference#message_too_long');
  await page.locator('#message_too_long:target').waitFor();
});

test('a long page shows a linked heading, and shows the same passage after a reload and after going back, even before its scripts have loaded', async () => {
  const page = await openPage(browser, web.url);
  const path = paths.docsSection('messaging');
  const heading = page.locator('.prose h2').nth(-3);
  const top = () => heading.evaluate((one) => Math.round(one.getBoundingClientRect().top));
  const isWhole = page.locator('html[data-whole]');
  // By default, `goto` simulates a use of the page, so that the page loads its scripts, and waits for hydration. With
  // `load`, it does neither, so the scripts are not loaded.
  await page.goto(path, { waitUntil: 'load' });
  await isWhole.waitFor();
  const id = await heading.getAttribute('id');
  await page.goto('about:blank', { waitUntil: 'load' });

  await page.goto(`${path}#${id}`, { waitUntil: 'load' });
  await expect.poll(top).toBe(32);
  await isWhole.waitFor();
  expect(await top()).toBe(32);

  await page.mouse.wheel(0, -200);
  await expect.poll(top).toBe(232);
  await page.reload({ waitUntil: 'load' });
  await expect.poll(top).toBe(232);

  await page.goto(paths.docs, { waitUntil: 'load' });
  await page.goBack({ waitUntil: 'load' });
  await expect.poll(top).toBe(232);
});

const resultsOf = (query: string) => `${paths.docsSearch}?query=${encodeURIComponent(query)}`;
const foundIn = (html: string) =>
  html.match(/<section aria-label="Search results"[\s\S]*?<\/section>/)?.[0] ?? '';

test('without JavaScript a search shows its results, which link to the headings', async () => {
  const sent = await sendForm(visitor, paths.docs, 'Search', { query: 'trunk zero' });
  const found = foundIn(sent.html);
  const marked = [...found.matchAll(/<mark>(.*?)<\/mark>/g)].map(([, word]) => word);
  expect(marked).toEqual(['trunk', 'zero']);
  expect(linksOf(found)[0]).toBe(`${paths.docsSection('messaging')}#recipients`);
});

test('any query is treated as plain text', async () => {
  const { html, status } = await visitor.get(resultsOf('<script>alert(1)</script>'));
  expect(status).toBe(200);
  expect(html).not.toContain('<script>alert(1)');
  expect(linksOf(foundIn((await visitor.get(resultsOf(''))).html))).toEqual([]);
  expect((await visitor.get(resultsOf('a'.repeat(5_000)))).status).toBe(200);
  expect((await visitor.get(resultsOf('secret'))).html).toContain(
    '<meta name="robots" content="noindex"/>',
  );
});

test('a search finds passages, which can be selected by keyboard, and a selected passage opens at its heading', async () => {
  const page = await openPage(browser, web.url);
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text());
  });
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(new URL(request.url()).pathname));
  await open(page, paths.docs);
  // The search loads nothing before its first use.
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
  expect(await links.first().evaluate(isFocused)).toBe(true);
  await page.keyboard.press('ArrowUp');
  expect(await field.evaluate(isFocused)).toBe(true);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await links.first().waitFor({ state: 'hidden' });
  expect(await field.evaluate(isFocused)).toBe(true);

  await field.fill('alphabet several');
  await links.first().waitFor();
  await field.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/messaging#long-texts-and-other-scripts');
  expect(refused).toEqual([]);
});

const isFocused = (element: HTMLElement | SVGElement) => element === document.activeElement;

test('each section is available as Markdown, with its samples, tables and absolute links', async () => {
  for (const { id, title } of docsSections) {
    const answer = await fetch(web.url + paths.docsMarkdown(id));
    const markdown = await answer.text();
    expect([id, answer.status]).toEqual([id, 200]);
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(markdown.split('\n')[0]).toBe(`# ${title}`);
    expect(markdown).not.toMatch(/\{\{|^```(sample|errors|verdicts)|\]\(\/|dakiya\.example/m);
    const { html } = await readPage(id === 'getting-started' ? paths.docs : paths.docsSection(id));
    expect(html).toContain(`type="text/markdown" href="${paths.docsMarkdown(id)}"`);
  }
  const reference = await (await fetch(web.url + paths.docsMarkdown('api-reference'))).text();
  for (const code of Object.keys(errorCatalogue)) expect(reference).toContain(`| \`${code}\` |`);
  const start = await (await fetch(web.url + paths.docsMarkdown('getting-started'))).text();
  expect(start).toContain('```python\n');
  expect((await fetch(web.url + paths.docsMarkdown('nothing'))).status).toBe(404);
});

test('/llms.txt leads to every section, the API document and the plans', async () => {
  const text = await (await fetch(web.url + paths.llms)).text();
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => new URL(to));
  const linked = links.map(({ pathname }) => pathname);
  expect(linked).toEqual(
    expect.arrayContaining(docsSections.map(({ id }) => paths.docsMarkdown(id))),
  );
  for (const path of linked)
    expect([path, (await fetch(web.url + path)).status]).toEqual([path, 200]);
});
