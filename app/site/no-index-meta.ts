import type { MetaDescriptor } from '@remix-run/node';

/**
 * The head of a page that is for one person alone: search engines leave it out, and nobody learns its
 * address from a link on it.
 */
export const noIndexMeta = (title: string): MetaDescriptor[] => [
  { title: `${title} · Dakiya` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'strict-origin' },
];
