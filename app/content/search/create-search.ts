import MiniSearch from 'minisearch';
import type { Found, Passage, Piece } from '#app/content/docs.ts';

/** Searches passages, best match first. */
export type Search = (query: string) => Found[];

const maxResults = 20;

/** Maximum number of words in a query. More words could block the server for over 20 ms. */
const maxWords = 8;

/** A word for the index and for highlighting: a run of characters without spaces and punctuation. */
const word = /[^\n\r\p{Z}\p{P}]+/gu;

/** Length of an excerpt and of its part before the first match, in characters. */
const excerptLength = 180;
const lengthBefore = 50;

/**
 * Splits a text into pieces, and marks the matching words.
 *
 * @param words in lower case
 */
export function markWords(text: string, words: string[]): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(word)) {
    if (!words.includes(match.toLowerCase())) continue;
    if (index > end) pieces.push({ text: text.slice(end, index), marked: false });
    pieces.push({ text: match, marked: true });
    end = index + match.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), marked: false });
  return pieces;
}

/** An excerpt around the first matching word, or the beginning of the text, with an ellipsis at each cut. */
export function toExcerpt(text: string, words: string[]): Piece[] {
  const first = [...text.matchAll(word)].find(([match]) => words.includes(match.toLowerCase()));
  const wanted = Math.max(0, (first?.index ?? 0) - lengthBefore);
  // The excerpt starts at a word boundary. A word that is longer than the excerpt is cut.
  const start = wanted === 0 ? 0 : Math.max(wanted, text.indexOf(' ', wanted) + 1);
  const rest = text.slice(start);
  const isCut = rest.length > excerptLength;
  const lastSpace = rest.lastIndexOf(' ', excerptLength);
  const visible = isCut ? rest.slice(0, lastSpace > 0 ? lastSpace : excerptLength) : rest;
  return markWords(`${start > 0 ? '… ' : ''}${visible}${isCut ? ' …' : ''}`, words);
}

/**
 * Builds the search index. Every word of a query must match. A prefix is enough, and in longer words one character in five
 * may differ. A heading that equals the query comes first, then pages and headings that contain a word of the query, then
 * texts, then entries of catalogues.
 */
export async function createSearch(passages: Passage[]): Promise<Search> {
  const index = new MiniSearch<Passage>({
    fields: ['heading', 'page', 'text', 'code'],
    searchOptions: {
      boost: { heading: 4, page: 2, code: 0.5 },
      combineWith: 'AND',
      tokenize: (query) => [...new Set(splitWords(query))].slice(0, maxWords),
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
    tokenize: splitWords,
    idField: 'path',
  });
  // Indexes in chunks, because indexing everything at once would block the server for 100 ms.
  await index.addAllAsync(passages, { chunkSize: 5 });
  const byPath = new Map(passages.map((passage) => [passage.path, passage]));
  return (query) =>
    index
      .search(query)
      .flatMap(({ id, terms, match }) => {
        const passage = byPath.get(id);
        const isInHeading = Object.values(match).some((fields) => fields.includes('heading'));
        return passage ? [{ passage, terms, rank: rankOf(passage, query, isInHeading) }] : [];
      })
      .sort((one, other) => one.rank - other.rank)
      .slice(0, maxResults)
      .map(({ passage: { path, page, heading, text }, terms }) => ({
        ...{ path, page, heading: markWords(heading, terms), excerpt: toExcerpt(text, terms) },
      }));
}

/** Lower ranks come first. Within a rank, results are ordered by score. */
function rankOf({ path, heading, isReference }: Passage, query: string, isInHeading: boolean) {
  if (heading.toLowerCase() === query.trim().toLowerCase()) return 0;
  if (isReference) return 4;
  if (!isInHeading) return 3;
  return path.includes('#') ? 2 : 1;
}

const splitWords = (text: string) => [...text.matchAll(word)].map(([match]) => match);
