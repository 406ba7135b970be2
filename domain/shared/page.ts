import { z } from 'zod';
import { exampleValues } from './example-values.ts';
import { safeText } from './text.ts';

/** Paging of a list: newest first, `after` the last id of the previous page. */
export const pageInput = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(10).meta({
    description: 'How many to return.',
  }),
  after: safeText.max(64).optional().meta({
    description: 'The `_id` of the last entry of the page before.',
    example: exampleValues.messageId,
  }),
});

/** One page of a list. */
export type Page<Entry> = { entries: Entry[]; hasMore: boolean };

/** Makes a page from rows that were read with `limit + 1`. */
export function toPage<Row, Entry>(
  rows: Row[],
  limit: number,
  toEntry: (row: Row) => Entry,
): Page<Entry> {
  return { entries: rows.slice(0, limit).map(toEntry), hasMore: rows.length > limit };
}
