import type { Token } from 'marked';
import { paths } from '#app/paths.ts';

/** The sections of the documentation, in reading order. */
export const docsSections = [
  { id: 'getting-started', title: 'Getting Started' },
  { id: 'authentication', title: 'Authentication' },
  { id: 'second-factors', title: 'Second factors' },
  { id: 'test-mode', title: 'Test mode' },
  { id: 'messaging', title: 'Messaging' },
  { id: 'dlt', title: 'DLT' },
  { id: 'privacy', title: 'Privacy' },
  { id: 'audit-trail', title: 'Audit trail' },
  { id: 'webhooks', title: 'Webhooks' },
  { id: 'hooks', title: 'Hooks' },
  { id: 'analytics', title: 'Analytics' },
  { id: 'suspension', title: 'Suspended accounts' },
  { id: 'sdk', title: 'SDK' },
  { id: 'twilio', title: 'Move from Twilio' },
  { id: 'msg91', title: 'Move from MSG91' },
  { id: 'api-reference', title: 'API Reference' },
  { id: 'configuration', title: 'Configuration' },
] as const;

type DocsSectionId = (typeof docsSections)[number]['id'];

/** The address of a section. The first section has the address of the documentation. */
export const docsAddress = (id: DocsSectionId): string =>
  id === docsSections[0].id ? paths.docs : paths.docsSection(id);

/** A page of text, parsed from a Markdown file of this repository. */
export type Page = {
  title: string;
  /** The first paragraph as plain text, for the meta description. */
  description: string;
  blocks: Block[];
  /** The second-level headings, for the page's table of contents. */
  headings: { id: string; text: string }[];
};

/** The content of a page. */
export type Block =
  | { kind: 'prose'; html: string }
  | { kind: 'code'; language: string; title: string | null; text: string; html: string }
  /** A sample in several languages; `name` is its folder in `app/samples/programs`. */
  | { kind: 'sample'; name: string; title: string }
  | { kind: 'errors' }
  /** The catalogue of the errors that a DLT check may find. */
  | { kind: 'verdicts' };

/** A unit of the search: the part of the documentation from one heading to the next. */
export type Passage = {
  /** Path with the heading's anchor. */
  path: string;
  /** The section's title. */
  page: string;
  heading: string;
  /** The text below the heading, without markup and code. */
  text: string;
  /** The code below the heading. It is searched but not shown. */
  code?: string;
  /** Whether the passage is an entry of a catalogue, such as an error or a type of event. */
  isReference?: true;
};

/** A piece of text. `marked` says whether it matches a word of the query. */
export type Piece = { text: string; marked: boolean };

/** A search result: the heading, and an excerpt around the first match. */
export type Found = { path: string; page: string; heading: Piece[]; excerpt: Piece[] };

/** Maximum length of a query, in characters. */
export const maxQueryLength = 100;

/** The text of Markdown tokens, without markup. */
export const plainText = (tokens: Token[]): string => tokens.map(textOf).join('');

function textOf(token: Token): string {
  if ('tokens' in token && token.tokens) return plainText(token.tokens);
  if (token.type === 'br') return ' ';
  return 'text' in token ? token.text : '';
}

/** Converts a heading to the id by which links refer to it. */
export const slugify = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
