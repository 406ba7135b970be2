import type { MetaArgs, MetaDescriptor } from '@remix-run/node';
import type { RootData } from '#app/root-data.server.ts';

type PageDescription = {
  /** The title without the product's name, which is added. */
  title: string;
  /** The description for search engines and link previews: one or two sentences, 50 to 160 characters. */
  description: string;
  /** The canonical path, if the page has several addresses. */
  path?: string;
};

/**
 * The meta of a public page: title and description, canonical address, and link preview (https://ogp.me).
 */
export function publicPageMeta(
  { title, description, path }: PageDescription,
  { matches, location }: Pick<MetaArgs, 'matches' | 'location'>,
): MetaDescriptor[] {
  const fullTitle = title.startsWith('Dakiya') ? title : `${title} · Dakiya`;
  const root = matches.find(({ id }) => id === 'root')?.data as RootData | undefined;
  const head: MetaDescriptor[] = [
    { title: fullTitle },
    { name: 'description', content: description },
  ];
  // An error page has no data, and no canonical address either.
  if (!root) return head;
  const url = root.publicUrl + (path ?? location.pathname);
  return [
    ...head,
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'Dakiya' },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: `${root.publicUrl}/social.png` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:locale', content: 'en_IN' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

/**
 * The meta elements of a private page: search engines skip it, and links do not send its path as referrer.
 */
export const noIndexMeta = (title: string): MetaDescriptor[] => [
  { title: `${title} · Dakiya` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'strict-origin' },
];
