import { z } from 'zod';
import { exampleValues } from './example-values.ts';
import { safeText } from './text.ts';

/** How a list is paged: newest first, `after` the last id of the page before. */
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

/** Cuts a page out of rows that were read one more than asked for. */
export function toPage<Row, Entry>(
  rows: Row[],
  limit: number,
  toEntry: (row: Row) => Entry,
): Page<Entry> {
  return { entries: rows.slice(0, limit).map(toEntry), hasMore: rows.length > limit };
}
