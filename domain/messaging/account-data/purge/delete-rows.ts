import { query } from '#platform/db.ts';
import { deletedTables } from './deleted-tables.ts';

/** Rows per statement. */
const perPortion = 2_000;

/** A row that is changed at the same time is found by the next portion. */
const statementOf = (table: string) => `
  DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ${table} WHERE user_id = $1 LIMIT ${perPortion})) RETURNING 1`;

/** Their parts are deleted by `purgeExports`. */
const deleteExports = `DELETE FROM account_exports WHERE user_id = $1 AND bytes = 0`;
const exportsLeft = `SELECT 1 FROM account_exports WHERE user_id = $1`;

/**
 * Deletes a portion of what is stored about an account, but for messages and what billing has to keep.
 *
 * @returns whether nothing is left
 */
export async function deleteRows(userId: string): Promise<boolean> {
  for (const table of deletedTables) {
    const rows = await query(`delete-rows-${table}`, statementOf(table), [userId]);
    if (rows.length === perPortion) return false;
  }
  await query('delete-exports', deleteExports, [userId]);
  return (await query('exports-left', exportsLeft, [userId])).length === 0;
}
