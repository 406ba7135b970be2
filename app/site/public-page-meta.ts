import type { MetaArgs, MetaDescriptor } from '@remix-run/node';
import type { RootData } from '#app/root-data.server.ts';

type Described = {
  /** Without the product's name, which is added. */
  title: string;
  /** For search engines and cards: one or two sentences, 50 to 160 characters. */
  description: string;
  /** The path that this page counts as, if it can be reached by several. */
  path?: string;
};

/**
 * The head of a public page: title and description, the canonical address, and what cards that
 * link to it show (https://ogp.me).
 */
export function publicPageMeta(
  { title, description, path }: Described,
  { matches, location }: Pick<MetaArgs, 'matches' | 'location'>,
): MetaDescriptor[] {
  const whole = title.startsWith('Dakiya') ? title : `${title} · Dakiya`;
  const root = matches.find(({ id }) => id === 'root')?.data as RootData | undefined;
  const head: MetaDescriptor[] = [{ title: whole }, { name: 'description', content: description }];
  // An error's page has no data, and no address of its own either.
  if (!root) return head;
  const url = root.publicUrl + (path ?? location.pathname);
  return [
    ...head,
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'Dakiya' },
    { property: 'og:title', content: whole },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: `${root.publicUrl}/social.png` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:locale', content: 'en_IN' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}
