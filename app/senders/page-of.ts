/** One page of a list, and the key after which the next page begins; null on the last page. */
export type PageOf<T> = { entries: T[]; next: string | null };

/**
 * The page of a list that follows a key. It begins with the first entry that has a greater key, because the list may have
 * changed in the meantime.
 *
 * @param keyOf returns the key by which the list is sorted
 */
export function pageOf<T>(
  list: readonly T[],
  keyOf: (entry: T) => string,
  after: string | null,
  size: number,
): PageOf<T> {
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const rest = [...list]
    .sort((a, b) => compare(keyOf(a), keyOf(b)))
    .filter((entry) => after === null || keyOf(entry) > after);
  const entries = rest.slice(0, size);
  const last = entries.at(-1);
  return { entries, next: last && rest.length > size ? keyOf(last) : null };
}
