import MiniSearch from 'minisearch';
import type { Found, Passage } from './contract.ts';
import { markWords, toExcerpt, word } from './mark-words.ts';

/** Finds passages by their words, the best first. */
export type Search = (query: string) => Found[];

/** The most that are shown: who needs more has better words. */
const most = 20;

/** The words of a query that are searched for: a search of more could hold the server for longer than 20 ms. */
const mostWords = 8;

/**
 * Makes passages searchable. Every word of a query must occur; the beginning of one is enough, and in a longer word
 * one letter in five may be wrong. What stands in a heading counts most.
 */
export async function createSearch(passages: Passage[]): Promise<Search> {
  const index = new MiniSearch<Passage>({
    fields: ['heading', 'page', 'text'],
    searchOptions: {
      boost: { heading: 4, page: 2 },
      combineWith: 'AND',
      tokenize: (query) => [...new Set(wordsOf(query))].slice(0, mostWords),
      prefix: (one) => one.length > 1,
      fuzzy: (one) => (one.length > 4 ? 0.2 : false),
    },
    tokenize: wordsOf,
    idField: 'path',
  });
  // In small parts: all at once would take 100 ms, in which the server answers nobody.
  await index.addAllAsync(passages, { chunkSize: 5 });
  const byPath = new Map(passages.map((passage) => [passage.path, passage]));
  return (query) =>
    index
      .search(query)
      .slice(0, most)
      .flatMap(({ id, terms }) => {
        const passage = byPath.get(id);
        if (!passage) return [];
        const { path, page, heading, text } = passage;
        return [
          { path, page, heading: markWords(heading, terms), excerpt: toExcerpt(text, terms) },
        ];
      });
}

const wordsOf = (text: string) => [...text.matchAll(word)].map(([match]) => match);
