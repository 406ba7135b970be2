import { z } from 'zod';
import { pageInput } from '#domain/shared/page.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';

/** Fields that the endpoints of DLT share. */
export const dlt = { tag: 'DLT', auth: 'key-or-session', scope: 'dlt' } as const;

/** Paging of a list that is ordered by `id`. `after` may have 500 characters, because the id of a link is the link itself. */
export const listInput = pageInput.extend({
  after: safeText.max(600).optional().meta({
    description: 'The `next` of the previous page.',
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

type PageOf<Row> = { entries: readonly Row[]; next: string | null };

/** A page as `handle` returns it. */
export const toPageResult = <Row, Output = Row>(
  { entries, next }: PageOf<Row>,
  toOutput?: (row: Row) => Output,
) => ({
  data: toOutput ? entries.map(toOutput) : entries,
  beside: { hasMore: next !== null, next },
});

/**
 * Selects one page of a whole list.
 *
 * @param rows in the order of their ids, as JavaScript compares them
 */
export function cutPage<Row>(
  rows: readonly Row[],
  { limit, after }: z.output<typeof listInput>,
  toId: (row: Row) => string,
): PageOf<Row> {
  const rest = after === undefined ? rows : rows.filter((row) => toId(row) > after);
  const entries = rest.slice(0, limit);
  const last = entries.at(-1);
  return { entries, next: last && rest.length > limit ? toId(last) : null };
}
