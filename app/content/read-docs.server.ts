import { invariant } from '#domain/shared/errors.ts';
import { env } from '#platform/env.ts';
import { madeOnce } from '#platform/made-once.ts';
import type { Page } from './contract.ts';
import { docsSections } from './docs.ts';
import { parsePage } from './parse-page.server.ts';

const files = import.meta.glob<string>('./docs/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const values = { url: env.PUBLIC_URL, supportEmail: env.SUPPORT_EMAIL };

const page = madeOnce((id): Page => {
  const markdown = files[`./docs/${id}.md`];
  invariant(markdown, `the section ${id} is written`);
  return parsePage(markdown, values);
});

/** A section of the documentation, or null if there is none of that id. */
export const readDocs = (id: string): Page | null =>
  docsSections.some((section) => section.id === id) ? page(id) : null;
