import { httpStatusByErrorCode } from '#app/api/http-status-by-error-code.ts';
import { reasonCatalogue } from '#app/messages/reason-text.ts';
import { paths } from '#app/paths.ts';
import { languageNames, languages } from '#app/preferences/preferences.ts';
import { highlightedAs, readSample } from '#app/samples/read-sample.server.ts';
import { fillInApiId } from '#app/samples/reader-api-id.server.ts';
import { sampleEvent } from '#app/webhooks/describe-events.server.ts';
import { verdictCatalogue } from '#domain/dlt/check/verdicts.ts';
import { operatorVerdicts } from '#domain/dlt/operator-verdicts/operator-verdicts.browser.ts';
import { trySupabase } from '#domain/messaging/hooks/kinds/auth-platforms.ts';
import { supportSettings } from '#domain/notifications/email/settings.ts';
import { dashboardPaths, type ScreenId } from '#domain/shared/dashboard-paths.browser.ts';
import { type ErrorCode, errorCatalogue, invariant } from '#domain/shared/errors.browser.ts';
import { accountEventData } from '#domain/webhooks/account-event-data.ts';
import { allEventTypes, type EventType, eventTypes } from '#domain/webhooks/contract.browser.ts';
import { memoize, perInstance } from '#platform/instance.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { docsAddress, docsSections, type Found, type Page, type Passage } from './docs.ts';
import type { ErrorRow } from './page-body.tsx';
import {
  fillIn,
  parsePage,
  parseSample,
  tokenizeMarkdown,
  toPassages,
} from './parse-page.server.ts';
import { createSearch, type Search } from './search/create-search.ts';

const files = import.meta.glob<string>('./docs/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const screens = Object.keys(dashboardPaths).map((id) => [
  `dashboard:${id}`,
  paths.dashboard(id as ScreenId),
]);

/** The explanation of the fields of `data`: a sentence or a table. */
function describeData(type: EventType): string {
  if (type.startsWith('message.')) return '`data` is what `GET /messages/{id}` returns.';
  if (type.startsWith('otp.')) return '`data` is what `GET /otps/{id}` returns.';
  const { shape } = accountEventData[type as keyof typeof accountEventData];
  const rows = Object.entries(shape).map(
    ([name, field]) => `| \`${name}\` | ${field.meta()?.description ?? ''} |`,
  );
  if (rows.length === 0) return '`data` is empty.';
  return ['| Field of `data` | Meaning |', '| --- | --- |', ...rows].join('\n');
}

/** Markdown that explains each type of event, with a sample made from its schema. */
const eventSections = (): string =>
  allEventTypes
    .map((type) =>
      [
        `### \`${type}\``,
        `${eventTypes[type]} [All fields](${paths.operation(type)})`,
        describeData(type),
        `\`\`\`json A sample of ${type}\n${JSON.stringify(sampleEvent(type), null, 2)}\n\`\`\``,
      ].join('\n\n'),
    )
    .join('\n\n');

/** Markdown that explains the reasons of messages. */
const reasonTable = (): string =>
  [
    '| `reason` | Meaning | What to do |',
    '| --- | --- | --- |',
    ...reasonCatalogue.map(
      ([reason, { meaning, advice }]) => `| \`${reason}\` | ${meaning} | ${advice} |`,
    ),
  ].join('\n');

const values = perInstance(() => ({
  url: serverSettings.PUBLIC_URL,
  supportEmail: supportSettings.SUPPORT_EMAIL,
  ...Object.fromEntries(screens),
  requestLog: paths.requestLog(),
  auditTrail: paths.auditTrail(),
  privacy: paths.recipients(),
  scheduled: paths.scheduled(),
  suppressions: paths.suppressions(),
  reasons: reasonTable(),
  trySupabase: trySupabase({
    url: `${serverSettings.PUBLIC_URL}/api/hooks/supabase/hook_…`,
    ...{ secret: 'v1,whsec_…', recipient: '9999900000' },
  }).lines,
  /** Created when a page first needs them. */
  get events() {
    return eventSections();
  },
}));

function markdownOf(id: string): string {
  const markdown = files[`./docs/${id}.md`];
  invariant(markdown, `the section ${id} is written`);
  return markdown;
}

const page = memoize((id): Page => parsePage(markdownOf(id), values()));

export const findDocsPage = (id: string): Page | null =>
  docsSections.some((section) => section.id === id) ? page(id) : null;

/**
 * Loads a section of the documentation with the reader's API ID filled in; null if there is no such section.
 */
export async function loadDocsSection(id: string, keyId: string | null) {
  const page = findDocsPage(id);
  if (!page) return null;
  const named = page.blocks.flatMap((block) => (block.kind === 'sample' ? [block.name] : []));
  const samples = await Promise.all(named.map((name) => readSample(name, keyId)));
  return {
    page: { ...page, blocks: fillInApiId(page.blocks, keyId) },
    samples: Object.fromEntries(samples.map((sample) => [sample.name, sample])),
    errors: page.blocks.flatMap(({ kind }) =>
      kind === 'errors' || kind === 'verdicts' ? catalogues[kind] : [],
    ),
    keyId,
  };
}

/** The catalogues of codes. A page contains at most one catalogue. */
const catalogues: Record<'errors' | 'verdicts', ErrorRow[]> = {
  errors: Object.entries(errorCatalogue)
    .map(([code, message]) => ({ code, message, status: httpStatusByErrorCode[code as ErrorCode] }))
    .toSorted((a, b) => a.status - b.status),
  // Verdicts of operators' receipts come after those of the check. If both catalogues have a verdict, the check's sentence
  // is used.
  verdicts: Object.entries({
    ...verdictCatalogue,
    ...operatorVerdicts,
    ...verdictCatalogue,
  }).map(([code, message]) => ({
    ...{ code, message },
    status: null,
  })),
};

/** All sections, split into passages for the search. */
const readPassages = (): Passage[] =>
  docsSections.flatMap(({ id, title }) =>
    toPassages(tokenizeMarkdown(markdownOf(id), values()), { title, path: docsAddress(id) }),
  );

/**
 * A section as Markdown for programs and language models, with samples in every language, catalogues as tables, and absolute
 * links; null if there is no such section.
 */
export const readDocsMarkdown = memoize(async (id): Promise<string | null> => {
  if (!docsSections.some((section) => section.id === id)) return null;
  const parts = fillIn(markdownOf(id), values()).split(
    /^```(sample|errors|verdicts)\n([^`]*)```$/m,
  );
  const rendered: string[] = [];
  for (let i = 0; i < parts.length; i += 3) {
    const [text = '', kind, content = ''] = parts.slice(i, i + 3);
    rendered.push(linkAbsolutely(text));
    if (kind === 'sample') rendered.push(await sampleAsMarkdown(content.trim()));
    if (kind === 'errors' || kind === 'verdicts') rendered.push(tableOf(catalogues[kind]));
  }
  return rendered.join('');
});

/** Makes links absolute. Links to sections lead to their Markdown, and other links to pages. */
const linkAbsolutely = (markdown: string): string =>
  markdown
    .replaceAll(/\]\(\/docs(?:\/([\w-]+))?(?=[)#])/g, (_all, id: string = docsSections[0].id) => {
      return `](${paths.docsMarkdown(id)}`;
    })
    .replaceAll('](/', `](${serverSettings.PUBLIC_URL}/`);

async function sampleAsMarkdown(block: string): Promise<string> {
  const { name, title } = parseSample(block);
  const { code } = await readSample(name);
  return languages
    .flatMap((language) => {
      const text = code[language]?.text;
      if (text === undefined) return [];
      return `${title}, ${languageNames[language]}:\n\n\`\`\`${highlightedAs(language)}\n${text}\n\`\`\``;
    })
    .join('\n\n');
}

const tableOf = (rows: ErrorRow[]): string =>
  [
    '| Code | HTTP status | Meaning |',
    '| --- | --- | --- |',
    ...rows.map(({ code, message, status }) => `| \`${code}\` | ${status ?? ''} | ${message} |`),
  ].join('\n');

/** The passages from which the browser builds its index. */
export const docsPassages = perInstance((): Passage[] => readPassages());

const search = perInstance((): Promise<Search> => createSearch(docsPassages()));

/** Searches the documentation on the server, for browsers without JavaScript and for the results page. */
export async function searchDocs(query: string): Promise<Found[]> {
  return (await search())(query);
}
