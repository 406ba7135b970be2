import { describe, expect, test } from 'vitest';
import { localhostUrl } from '../harness/browser.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { brokenFragments, findBrokenLinks } from '../support/broken-links.ts';
import { crawl, type Found } from '../support/crawl.ts';
import {
  canonicalHref,
  findHeadProblems,
  findPageProblems,
  isHidden,
  pageProblems,
} from '../support/page-problems.ts';
import { signedIn } from '../support/signed-in.ts';
import { aVisitor } from '../support/visitor.ts';

const web = await sharedWeb();
const home = localhostUrl(web);

/** The public routes of the specification, and other linked pages. */
const routes = [
  '/',
  '/features',
  '/docs',
  '/documentation',
  '/api-reference',
  '/terms-of-service',
  '/privacy-policy',
  '/cookie-policy',
  '/contact',
  '/about',
  '/plans',
  '/payment',
  '/CancellationsRefunds',
  '/forget-password',
  '/reset-password/token',
  '/auth/callback?token=code',
  '/login',
  '/register',
  '/blog',
  '/careers',
];

/** Personal pages and pages of single-use links, which are hidden from search engines. */
const hidden =
  /^\/(payment|forget-password|reset-password|auth\/callback|confirm-email|undo-email-change|undo-account-deletion|dashboard)\b/;

const sitemap = await aVisitor(web.url).get('/sitemap.xml');
const listed = [...sitemap.html.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url ?? '');
const found = await crawl(aVisitor(web.url), home, [
  ...routes,
  ...['/confirm-email/t', '/undo-email-change/t', '/undo-account-deletion/t'],
  ...listed.map((url) => url.replace(home, '')),
]);
const pages = [...found.values()].filter(({ status, page }) => status === 200 && page);

/** The crawled pages by canonical address, so that pages with the same address count as one. */
const known = new Map(
  pages.filter((page) => !isHidden(page)).map((page) => [canonicalHref(page) ?? page.path, page]),
);

test.each(routes)('the page at the specified path %s exists', (path) => {
  expect(found.get(path)).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' });
});

test('/signup redirects to the registration page, and a callback without a code redirects to the login', async () => {
  const visitor = aVisitor(web.url);
  expect((await visitor.get('/signup')).location).toBe('/register');
  expect((await visitor.get('/auth/callback')).location).toBe('/login');
});

test('every link leads to a page, or to the login if the page needs one', () => {
  const leadsOn = ({ path, location }: Found) =>
    path === '/signup' || location?.startsWith('/login') === true;
  expect(findBrokenLinks(found, leadsOn)).toEqual([]);
});

test('every link to a fragment leads to an existing fragment', () => {
  expect(brokenFragments(found, home)).toEqual([]);
});

test('every page for search engines has a complete head, and all other pages are hidden from search engines', async () => {
  const faults = await pageProblems(pages, (page) => {
    if (hidden.test(page.path)) return isHidden(page) ? [] : ['is not hidden'];
    return isHidden(page) ? ['is hidden'] : findHeadProblems(page, home);
  });
  expect(faults).toEqual([]);
});

test('no two pages share a title or a description', () => {
  const seen = new Map<string, string>();
  const shared: string[] = [];
  for (const { path, page } of known.values()) {
    const description = page?.only('meta[name="description"]', 'content') ?? '';
    for (const text of [page?.all('title')[0]?.text ?? '', description]) {
      if (seen.has(text)) shared.push(`${path} and ${seen.get(text)}: ${text}`);
      seen.set(text, path);
    }
  }
  expect(shared).toEqual([]);
});

test('the sitemap lists exactly the pages for search engines', () => {
  expect(listed.toSorted()).toEqual([...known.keys()].sort());
});

test('all styles, scripts, icons and card images that pages load exist', async () => {
  const addresses = new Set(
    pages.flatMap(({ page }) => [
      ...(page?.all('link[href], script[src], img[src]') ?? []).map(
        ({ attributes: { href, src } }) => href ?? src ?? '',
      ),
      page?.only('meta[property="og:image"]', 'content') ?? '/',
    ]),
  );
  const visitor = aVisitor(web.url);
  const missing: string[] = [];
  for (const address of addresses) {
    const { pathname, search } = new URL(address, home);
    const { status } = await visitor.get(pathname + search);
    if (status !== 200) missing.push(`${address}: ${status}`);
  }
  expect(missing).toEqual([]);
});

test.each([
  '/nowhere',
  '/docs/nowhere',
  '/api-reference/nowhere',
  '/blog/nowhere',
  '/Plans/nowhere',
])('an unknown path gets a 404 with a link home: %s', async (path) => {
  const one = (await crawl(aVisitor(web.url), home, [path], { deep: false })).get(path) as Found;
  expect([one.status, one.page?.all('h1').map(({ text }) => text)]).toEqual([
    404,
    ['Page Not Found'],
  ]);
  expect(one.page?.all('a[href="/"]').map(({ text }) => text)).toContain('Back to Home');
  expect(await findPageProblems(one, home)).toEqual([]);
});

describe('as a signed-in user', async () => {
  const user = await aUser({ name: 'Asha Rao' });
  const visitor = await signedIn(web.url, user);
  const starts = ['/', '/plans', '/docs', '/features', '/dashboard'];
  const seen = await crawl(visitor, home, starts, { deep: false });

  test('every link of the pages leads to a page', () => {
    // Signed-in users see links to these pages too, although the pages redirect them.
    const leadsOn = ({ path }: Found) => path === '/signup' || path === '/register';
    expect(findBrokenLinks(seen, leadsOn)).toEqual([]);
    expect(brokenFragments(seen, home)).toEqual([]);
  });

  test('every page is valid HTML, with one h1, no inline scripts or styles, and no third-party content', async () => {
    const list = [...seen.values()].filter(({ page }) => page);
    expect(await pageProblems(list, (page) => findPageProblems(page, home))).toEqual([]);
  });
});

// This test is last because on a busy machine it takes longer than the web server keeps idle connections open, so a following
// request would fail.
test('every public page is valid HTML, with one h1, no inline scripts or styles, and no third-party content', async () => {
  expect(await pageProblems(pages, (page) => findPageProblems(page, home))).toEqual([]);
}, 120_000);
