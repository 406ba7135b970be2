import { z } from 'zod';
import { exampleValues } from './example-values.browser.ts';
import { safeText } from './text.browser.ts';

/** The parameters of a page of a list, which is sorted newest first. `after` is the last id of the previous page. */
export const pageInput = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(10).meta({
    description: 'The maximum number of entries to return.',
  }),
  after: safeText.max(64).optional().meta({
    description: 'The value of `next` in the previous page, or the `_id` of its last entry.',
    example: exampleValues.messageId,
  }),
});

/** A page of a list. `next` is the value of `after` for the next page; null on the last page. */
export type Page<Entry> = { entries: Entry[]; next: string | null };

/**
 * Makes a page from rows. The caller must read up to `limit + 1` rows. If there is an additional row, there is a next page.
 */
export function toPage<Row extends { id: string }, Entry>(
  rows: Row[],
  limit: number,
  toEntry: (row: Row) => Entry,
): Page<Entry> {
  const entries = rows.slice(0, limit);
  const next = rows.length > limit ? (entries.at(-1)?.id ?? null) : null;
  return { entries: entries.map(toEntry), next };
}

/**
 * Returns the page of a list after the key `after`. The page begins with the first greater key, because the entry with
 * this key may no longer be in the list.
 *
 * @param keyOf returns the key by which the list is sorted
 */
export function pageOf<T>(
  list: readonly T[],
  keyOf: (entry: T) => string,
  after: string | null,
  size: number,
): Page<T> {
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const rest = [...list]
    .sort((a, b) => compare(keyOf(a), keyOf(b)))
    .filter((entry) => after === null || keyOf(entry) > after);
  const entries = rest.slice(0, size);
  const last = entries.at(-1);
  return { entries, next: last && rest.length > size ? keyOf(last) : null };
}
