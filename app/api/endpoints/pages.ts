import { z } from 'zod';
import { type Page, pageInput } from '#domain/shared/page.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';

/** Fields that the endpoints of DLT share. */
export const dlt = { tag: 'DLT', auth: 'key-or-session', scope: 'dlt' } as const;

/** Paging of a list that is ordered by `id`. `after` may have 500 characters, because the id of a link is the link itself. */
export const listInput = pageInput.extend({
  after: safeText.max(600).optional().meta({
    description: 'The value of `next` in the previous page.',
    example: '1',
  }),
});

/**
 * The fields of a page beside `data`.
 *
 * @param more description of `hasMore`
 * @param next description of `next`
 * @param example of `next`
 */
export const pageOutput = (
  more = 'Whether there are more entries.',
  next = 'The value of `after` for the next page; null on the last page.',
  example: string | null = null,
) => ({
  hasMore: z.boolean().meta({ description: more }),
  next: z.string().nullable().meta({ description: next, example }),
});

/** A page as `handle` returns it. */
export const toPageResult = <Row, Output = Row>(
  { entries, next }: Page<Row>,
  toOutput?: (row: Row) => Output,
) => ({
  data: toOutput ? entries.map(toOutput) : entries,
  beside: { hasMore: next !== null, next },
});
