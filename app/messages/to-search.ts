import { filterNames, type ParsedFilter } from './filter.ts';

type Place = Pick<ParsedFilter, 'typed'> & { after?: string | undefined };

/** The search parameters of a page of the log: its filter and position. */
export function toSearchParams({ typed, after }: Place): URLSearchParams {
  const search = new URLSearchParams();
  for (const name of filterNames) {
    const value = typed[name];
    if (value) search.set(name, value);
  }
  if (after) search.set('after', after);
  return search;
}
