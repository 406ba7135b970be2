import { z } from 'zod';
import { exampleValues } from './example-values.browser.ts';
import { safeText } from './text.browser.ts';

/** Paging of a list: newest first, `after` the last id of the previous page. */
export const pageInput = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(10).meta({
    description: 'The number of entries to return.',
  }),
  after: safeText.max(64).optional().meta({
    description: 'The `next` of the previous page, or the `_id` of its last entry.',
    example: exampleValues.messageId,
  }),
});

/** One page of a list. `next` is the `after` of the next page; null at the end. */
export type Page<Entry> = { entries: Entry[]; next: string | null };

/** Makes a page from rows that were read with `limit + 1`. */
export function toPage<Row extends { id: string }, Entry>(
  rows: Row[],
  limit: number,
  toEntry: (row: Row) => Entry,
): Page<Entry> {
  const entries = rows.slice(0, limit);
  const next = rows.length > limit ? (entries.at(-1)?.id ?? null) : null;
  return { entries: entries.map(toEntry), next };
}
