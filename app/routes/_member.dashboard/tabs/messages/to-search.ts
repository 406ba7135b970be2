import { type AskedFilter, filterNames } from './filter.ts';

type Place = Pick<AskedFilter, 'typed'> & { after?: string | undefined; message?: string };

/** The words behind `?` of a place in the log: its filter, its page, the open message. */
export function toSearch({ typed, after, message }: Place): URLSearchParams {
  const search = new URLSearchParams({ tab: 'messages' });
  for (const name of filterNames) {
    const value = typed[name];
    if (value) search.set(name, value);
  }
  if (after) search.set('after', after);
  if (message) search.set('message', message);
  return search;
}
