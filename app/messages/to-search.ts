import { filterNames, type ParsedFilter } from './filter.ts';

type Place = Pick<ParsedFilter, 'typed'> & { after?: string | undefined };

/** The words behind `?` of a place in the log: its filter and its page. */
export function toSearchParams({ typed, after }: Place): URLSearchParams {
  const search = new URLSearchParams();
  for (const name of filterNames) {
    const value = typed[name];
    if (value) search.set(name, value);
  }
  if (after) search.set('after', after);
  return search;
}
