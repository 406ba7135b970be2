import { readPassages } from '../read-docs.server.ts';
import type { Found, Passage } from './contract.ts';
import { createSearch, type Search } from './create-search.ts';

let passages: Passage[] | null = null;
let search: Promise<Search> | null = null;

/** The passages from which the browser builds its index. */
export function docsPassages(): Passage[] {
  passages ??= readPassages();
  return passages;
}

/** Searches the documentation on the server, for browsers without JavaScript and for the results page. */
export async function searchDocs(query: string): Promise<Found[]> {
  search ??= createSearch(docsPassages());
  return (await search)(query);
}
