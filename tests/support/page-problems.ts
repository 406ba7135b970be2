import type { Found } from './crawl.ts';
import { type Element, invalidHtml } from './parsed-page.ts';

/**
 * Collects the faults of pages. A fault that several pages share, for example in their layout, is reported once.
 *
 * @returns one line per fault: the fault, its first position after ` | `, and the pages
 */
export async function pageProblems(
  pages: Found[],
  look: (page: Found) => string[] | Promise<string[]>,
): Promise<string[]> {
  const faults = new Map<string, { place: string; paths: Set<string> }>();
  for (const page of pages) {
    for (const fault of await look(page)) {
      const [what = '', place = ''] = fault.split(' | ');
      const known = faults.get(what) ?? { place, paths: new Set() };
      known.paths.add(page.path);
      faults.set(what, known);
    }
  }
  return [...faults].map(([what, { place, paths }]) => {
    const [first, ...others] = paths;
    const more = others.length > 0 ? ` and ${others.length} more, such as ${others.at(-1)}` : '';
    return `${what} ${place}\n    on ${first}${more}`;
  });
}

/** The faults of a single page. */
export async function findPageProblems(found: Found, home: string): Promise<string[]> {
  const { page, html } = found;
  if (!page) return [`is ${found.type}, and not HTML`];
  const isThirdParty = (address = '') => new URL(address, home + found.path).origin !== home;
  const none = (what: string, elements: Element[]) =>
    elements.map(({ name, attributes }) => `${what}: <${name} ${JSON.stringify(attributes)}>`);

  const loads = [
    ...page.all('script[src], img[src], iframe[src], source[src], video[src], embed[src]'),
    ...page.all('link[href]').filter(({ attributes }) => attributes.rel !== 'canonical'),
    ...page.all('form[action]'),
  ];
  const scripts = page
    .all('script')
    .filter(({ attributes }) => !attributes.src && attributes.type !== 'application/ld+json');
  const links = page.all('a[href]').filter(({ attributes }) => isThirdParty(attributes.href));

  return [
    ...(await invalidHtml(html)),
    ...(page.all('h1').length === 1 ? [] : [`has ${page.all('h1').length} h1`]),
    ...(page.only('html', 'lang') ? [] : ['has no language']),
    ...(page.all('title').length === 1 ? [] : ['has not one title']),
    ...none(
      'an image without alt, width and height',
      page
        .all('img')
        .filter(
          ({ attributes }) => !('alt' in attributes && attributes.width && attributes.height),
        ),
    ),
    ...none(
      'an inline script or style without nonce',
      [...scripts, ...page.all('style')].filter(({ attributes }) => !attributes.nonce),
    ),
    ...none('an inline style', page.all('[style]')),
    ...none(
      'something of a third party',
      loads.filter(({ attributes: { src, href, action } }) => isThirdParty(src ?? href ?? action)),
    ),
    ...none(
      'a link neither https nor mailto',
      links.filter(({ attributes }) => !/^(https:\/\/|mailto:)/.test(attributes.href ?? '')),
    ),
  ];
}

/** The canonical address of a page for search engines; null if it has none. */
export const canonicalHref = ({ page }: Found) =>
  page?.only('link[rel="canonical"]', 'href') ?? null;

/** Whether a page is hidden from search engines. */
export const isHidden = ({ page }: Found) =>
  page?.only('meta[name="robots"]', 'content') === 'noindex';

/** The faults in the head of a page for search engines. */
export function findHeadProblems(found: Found, home: string): string[] {
  const { page } = found;
  const content = (selector: string) => page?.only(selector, 'content') ?? '';
  const description = content('meta[name="description"]');
  const canonical = canonicalHref(found);
  return [
    ...(description.length >= 50 && description.length <= 160
      ? []
      : [`its description has ${description.length} characters: ${description}`]),
    ...(canonical?.startsWith(home) ? [] : [`its canonical address is ${canonical}`]),
    ...(content('meta[property="og:url"]') === canonical ? [] : ['og:url is another address']),
    ...(content('meta[property="og:image"]').startsWith(home) ? [] : ['has no og:image']),
    ...(content('meta[property="og:title"]') ? [] : ['has no og:title']),
  ];
}
