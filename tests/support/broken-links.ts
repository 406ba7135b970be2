import type { Found } from './crawl.ts';

/**
 * Finds links that do not lead to a page.
 *
 * @param leadsOn whether a path may redirect; the crawl has followed the redirect and checks its target too
 */
export const findBrokenLinks = (
  within: Map<string, Found>,
  leadsOn: (found: Found) => boolean,
): string[] =>
  [...within.values()]
    .filter((one) => one.status !== 200 && !(one.location && leadsOn(one)))
    .map(
      ({ path, location, status, from: [from] }) => `${path}: ${location ?? status}, from ${from}`,
    );

/** Links to fragments that do not exist. */
export const brokenFragments = (within: Map<string, Found>, home: string): string[] =>
  [...within.values()].flatMap(({ path, page }) =>
    (page?.all('a[href]') ?? []).flatMap(({ attributes }) => {
      const { origin, pathname, search, hash } = new URL(attributes.href ?? '', home + path);
      const target = within.get(pathname + search)?.page;
      if (origin !== home || hash === '' || !target) return [];
      const id = decodeURIComponent(hash.slice(1));
      return target.ids().has(id) ? [] : [`${path}: ${attributes.href}`];
    }),
  );
