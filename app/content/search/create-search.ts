import MiniSearch from 'minisearch';
import type { Found, Passage, Piece } from './contract.ts';

/** Searches passages, best match first. */
export type Search = (query: string) => Found[];

/** Maximum number of results. */
const maxResults = 20;

/** Maximum number of words of a query: more could block the server for longer than 20 ms. */
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

/**
 * An excerpt around the first matching word, or the beginning of the text, with an ellipsis where it is cut.
 */
export function toExcerpt(text: string, words: string[]): Piece[] {
  const first = [...text.matchAll(word)].find(([match]) => words.includes(match.toLowerCase()));
  const wanted = Math.max(0, (first?.index ?? 0) - lengthBefore);
  // Starts at a word boundary; a word longer than the excerpt is cut.
  const start = wanted === 0 ? 0 : Math.max(wanted, text.indexOf(' ', wanted) + 1);
  const rest = text.slice(start);
  const isCut = rest.length > excerptLength;
  const lastSpace = rest.lastIndexOf(' ', excerptLength);
  const visible = isCut ? rest.slice(0, lastSpace > 0 ? lastSpace : excerptLength) : rest;
  return markWords(`${start > 0 ? '… ' : ''}${visible}${isCut ? ' …' : ''}`, words);
}

/**
 * Builds the search index. Every word of a query must match; a prefix is enough, and in longer words one
 * character in five may differ. Matches in headings rank highest.
 */
export async function createSearch(passages: Passage[]): Promise<Search> {
  const index = new MiniSearch<Passage>({
    fields: ['heading', 'page', 'text'],
    searchOptions: {
      boost: { heading: 4, page: 2 },
      combineWith: 'AND',
      tokenize: (query) => [...new Set(splitWords(query))].slice(0, maxWords),
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
    tokenize: splitWords,
    idField: 'path',
  });
  // In chunks: indexing everything at once would block the server for 100 ms.
  await index.addAllAsync(passages, { chunkSize: 5 });
  const byPath = new Map(passages.map((passage) => [passage.path, passage]));
  return (query) =>
    index
      .search(query)
      .slice(0, maxResults)
      .flatMap(({ id, terms }) => {
        const passage = byPath.get(id);
        if (!passage) return [];
        const { path, page, heading, text } = passage;
        return [
          { path, page, heading: markWords(heading, terms), excerpt: toExcerpt(text, terms) },
        ];
      });
}

const splitWords = (text: string) => [...text.matchAll(word)].map(([match]) => match);
