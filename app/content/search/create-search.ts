import MiniSearch from 'minisearch';
import type { Found, Passage } from './contract.ts';
import { markWords, toExcerpt, word } from './mark-words.ts';

/** Searches passages, best match first. */
export type Search = (query: string) => Found[];

/** Maximum number of results. */
const maxResults = 20;

/** Maximum number of words of a query: more could block the server for longer than 20 ms. */
const maxWords = 8;

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
