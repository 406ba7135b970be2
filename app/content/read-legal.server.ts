import { supportSettings } from '#domain/notifications/email/settings.ts';
import { invariant } from '#domain/shared/errors.browser.ts';
import { formatLegalDate } from '#domain/shared/format.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { memoize } from '#platform/instance.ts';
import type { Page } from './docs.ts';
import { parsePage } from './parse-page.server.ts';

/** The legal texts, each with the date of its last change; null shows today's date. */
const legalTexts = {
  'terms-of-service': { changed: '2024-04-05' },
  'privacy-policy': { changed: '2024-04-05' },
  'cookie-policy': { changed: null },
} as const;

type LegalTextId = keyof typeof legalTexts;

const files = import.meta.glob<string>('./legal/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const pageOf = memoize((id): Page => {
  const markdown = files[`./legal/${id}.md`];
  invariant(markdown, `the text ${id} is written`);
  return parsePage(markdown, { supportEmail: supportSettings.SUPPORT_EMAIL });
});

/** A legal text and its date, formatted as in the specification. */
export type LegalText = { page: Page; date: string };

/** Finds a legal text. Dates are in India time. */
export function findLegalText(id: LegalTextId): LegalText {
  const { changed } = legalTexts[id];
  const day = changed ? new Date(`${changed}T12:00:00+05:30`) : clock.now();
  return { page: pageOf(id), date: formatLegalDate(day) };
}
