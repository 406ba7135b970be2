import { paths } from '#app/paths.ts';
import type { Passage } from './contract.ts';
import type { Search } from './create-search.ts';

let loading: Promise<Search> | null = null;

/**
 * Loads the search in the browser: its script and the passages are fetched on first use.
 *
 * @throws if they cannot be fetched; the next call tries again
 */
export function loadSearch(): Promise<Search> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<Search> {
  const [{ createSearch }, passages] = await Promise.all([
    import('./create-search.ts'),
    fetchPassages(),
  ]);
  return createSearch(passages);
}

async function fetchPassages(): Promise<Passage[]> {
  const response = await fetch(paths.docsIndex);
  if (!response.ok) throw new Error(`${paths.docsIndex} returned ${response.status}`);
  return response.json();
}
