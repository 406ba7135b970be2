import type { MetaDescriptor } from '@remix-run/node';

/**
 * The meta elements of a private page: search engines skip it, and links do not send its path as referrer.
 */
export const noIndexMeta = (title: string): MetaDescriptor[] => [
  { title: `${title} · Dakiya` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'strict-origin' },
];
