import { type ParsedPage, parsePage } from './parsed-page.ts';
import type { aVisitor } from './visitor.ts';

/** A crawled page, identified by path and query. */
export type Found = {
  path: string;
  /** The pages that link to this page. */
  from: Set<string>;
  status: number;
  location: string | null;
  type: string;
  html: string;
  page: ParsedPage | null;
};

/** Addresses that start a sign-in at a provider. */
const elsewhere = /^\/api\/v1\/users\/(google|github)/;

/**
 * Follows every link within a site, as a browser without JavaScript.
 *
 * @param home the site's public address
 * @param deep whether to also follow the links of linked pages
 */
export async function crawl(
  visitor: ReturnType<typeof aVisitor>,
  home: string,
  starts: string[],
  { deep = true } = {},
): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  const waiting = starts.map((path) => ({ path, from: 'the start' }));
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { path, from } = next;
    const known = found.get(path);
    if (known) {
      known.from.add(from);
      continue;
    }
    const { status, headers, location, html } = await visitor.get(path);
    const type = headers.get('content-type') ?? '';
    const page = type.startsWith('text/html') && html !== '' ? parsePage(html) : null;
    found.set(path, { path, from: new Set([from]), status, location, type, html, page });
    if (location?.startsWith('/')) waiting.push({ path: location, from: path });
    if (page && (deep || starts.includes(path))) {
      waiting.push(...linksWithin(page, home, path).map((to) => ({ path: to, from: path })));
    }
  }
  return found;
}

/** The paths and queries of a page's links within its site. */
const linksWithin = (page: ParsedPage, home: string, path: string): string[] =>
  page
    .all('a[href]')
    .map(({ attributes }) => new URL(attributes.href ?? '', home + path))
    .filter(({ origin, pathname }) => origin === home && !elsewhere.test(pathname))
    .map(({ pathname, search }) => pathname + search);
