import { z } from 'zod';
import type { Page } from '#domain/shared/page.browser.ts';
import { query } from '#platform/db.ts';
import { timeOfId } from '#platform/ids.ts';
import { type TextView, viewWays } from './contract.ts';

/** By rule 6 of the DPDP Rules 2025 logs of access are kept for a year. */
const keptDays = 400;

type Row = Omit<TextView, '_id' | 'from' | 'to' | 'firstAt' | 'lastAt'> & {
  oldestId: string;
  newestId: string;
  firstAt: Date;
  lastAt: Date;
};

/** The key begins with the day, so that a page is a range of it. */
const list = `
  SELECT day::text, viewer, way, device, client_address AS "clientAddress", views, texts, oldest_id AS "oldestId",
    newest_id AS "newestId", first_at AS "firstAt", last_at AS "lastAt"
  FROM text_views
  WHERE user_id = $1 AND (day, viewer, way) < ($2::date, $3, $4::text_view_way)
  ORDER BY day DESC, viewer DESC, way DESC LIMIT $5`;

const idPattern = new RegExp(`^(2\\d{3}-\\d\\d-\\d\\d)\\.(\\w{1,40})\\.(${viewWays.join('|')})$`);

/** After every entry. */
const first = ['9999-12-31', '', 'page'];

/** @returns day, viewer and way of an entry's id; of anything else those after which the first page begins */
function parseId(id: string): string[] {
  const [, ...parts] = idPattern.exec(id) ?? [];
  return z.iso.date().safeParse(parts[0]).success ? parts : first;
}

/**
 * A page of who has seen texts of an account's messages, the latest day first.
 *
 * @param after the id of the last entry of the previous page; anything else is the first page
 */
export async function listTextViews(
  userId: string,
  { limit, after = '' }: { limit: number; after?: string | undefined },
): Promise<Page<TextView>> {
  const values = [userId, ...parseId(after), limit + 1];
  const rows = await query<Row>('list-text-views', list, values);
  const entries = rows.slice(0, limit).map(toTextView);
  return { entries, next: rows.length > limit ? (entries.at(-1)?._id ?? null) : null };
}

const toTextView = ({ oldestId, newestId, firstAt, lastAt, ...row }: Row): TextView => ({
  _id: `${row.day}.${row.viewer}.${row.way}`,
  ...row,
  from: new Date(timeOfId(oldestId)).toISOString(),
  to: new Date(timeOfId(newestId)).toISOString(),
  firstAt: firstAt.toISOString(),
  lastAt: lastAt.toISOString(),
});

/** Whether a program has ever read texts of an account's messages by the API. */
export async function haveTextsBeenReadByApi(userId: string): Promise<boolean> {
  const statement = `SELECT 1 FROM text_views WHERE user_id = $1 AND way = 'api' LIMIT 1`;
  return (await query('has-api-text-view', statement, [userId])).length > 0;
}

const purge = `
  DELETE FROM text_views WHERE day <= (now() AT TIME ZONE 'Asia/Kolkata')::date - ${keptDays} RETURNING 1`;

/** Deletes views of more than 400 days ago. @returns how many rows */
export const purgeTextViews = async (): Promise<number> =>
  (await query('purge-text-views', purge, [])).length;
