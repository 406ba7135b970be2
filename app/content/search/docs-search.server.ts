import { readPassages } from '../read-docs.server.ts';
import type { Found, Passage } from './contract.ts';
import { createSearch, type Search } from './create-search.ts';

let passages: Passage[] | null = null;
let search: Promise<Search> | null = null;

/** The documentation, as the browser makes its index of it. */
export function docsPassages(): Passage[] {
  passages ??= readPassages();
  return passages;
}

/** Searches the documentation, for who has no JavaScript or presses Enter. */
export async function searchDocs(query: string): Promise<Found[]> {
  search ??= createSearch(docsPassages());
  return (await search)(query);
}
