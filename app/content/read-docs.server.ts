import { paths } from '#app/paths.ts';
import { supportSettings } from '#domain/notifications/email/settings.ts';
import { dashboardPaths, type ScreenId } from '#domain/shared/dashboard-paths.browser.ts';
import { invariant } from '#domain/shared/errors.browser.ts';
import { memoize } from '#platform/memoize.ts';
import { serverSettings } from '#platform/server-settings.ts';
import type { Page } from './contract.ts';
import { docsAddress, docsSections } from './docs.ts';
import { eventSections } from './event-sections.server.ts';
import { parsePage, tokenizeMarkdown } from './parse-page.server.ts';
import type { Passage } from './search/contract.ts';
import { toPassages } from './search/to-passages.ts';

const files = import.meta.glob<string>('./docs/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const screens = Object.keys(dashboardPaths).map((id) => [
  `dashboard:${id}`,
  paths.dashboard(id as ScreenId),
]);

const values = {
  url: serverSettings.PUBLIC_URL,
  supportEmail: supportSettings.SUPPORT_EMAIL,
  ...Object.fromEntries(screens),
  requestLog: paths.requestLog(),
  privacy: paths.recipients(),
  suppressions: paths.suppressions(),
  /** Made when a page first needs it. */
  get events() {
    return eventSections();
  },
};

function markdownOf(id: string): string {
  const markdown = files[`./docs/${id}.md`];
  invariant(markdown, `the section ${id} is written`);
  return markdown;
}

const page = memoize((id): Page => parsePage(markdownOf(id), values));

/** A section of the documentation, or null if there is no such section. */
export const findDocsPage = (id: string): Page | null =>
  docsSections.some((section) => section.id === id) ? page(id) : null;

/** All sections, split into passages for the search. */
export const readPassages = (): Passage[] =>
  docsSections.flatMap(({ id, title }) =>
    toPassages(tokenizeMarkdown(markdownOf(id), values), { title, path: docsAddress(id) }),
  );
