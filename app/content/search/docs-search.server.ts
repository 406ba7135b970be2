import { perInstance } from '#platform/instance.ts';
import { readPassages } from '../read-docs.server.ts';
import type { Found, Passage } from './contract.ts';
import { createSearch, type Search } from './create-search.ts';

/** The passages from which the browser builds its index. */
export const docsPassages = perInstance((): Passage[] => readPassages());

const search = perInstance((): Promise<Search> => createSearch(docsPassages()));

/** Searches the documentation on the server, for browsers without JavaScript and for the results page. */
export async function searchDocs(query: string): Promise<Found[]> {
  return (await search())(query);
}
