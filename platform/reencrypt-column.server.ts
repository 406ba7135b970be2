import { currentPrefix } from './crypto.server.ts';
import { query } from './db.server.ts';
import type { EncryptedColumn } from './encrypted-column.server.ts';

/** Rows that are read and written at once. */
const batchSize = 500;

/** What became of a column: values brought up to date, ids of those that no key decrypts, values that remain. */
export type Rotated = { done: number; unreadable: string[]; remaining: number };

type Row = { id: string; userId: string; encrypted: Buffer };

/**
 * Encrypts again what is not under the first key of `ENCRYPTION_KEYS`, or not bound to its row. What is both is
 * not decrypted.
 *
 * Everything else may go on: a value is replaced only where it still is the one that was read, and
 * what is done is not looked at again, so that a run that was cut off is taken up by the next.
 *
 * @param onProgress called after each batch with the number of values encrypted so far
 */
export async function reencryptColumn(
  { table, column, encrypt, decrypt }: EncryptedColumn,
  onProgress: (done: number) => void,
): Promise<Rotated> {
  const prefix = currentPrefix();
  const outdated = `${column} IS NOT NULL
    AND substring(${column} FROM 1 FOR octet_length($1::bytea)) <> $1::bytea`;
  const select = `
    SELECT id, user_id AS "userId", ${column} AS encrypted FROM ${table}
    WHERE ${outdated} AND id > $2 ORDER BY id LIMIT ${batchSize}`;
  const replace = `
    UPDATE ${table} SET ${column} = fresh.encrypted
    FROM unnest($1::text[], $2::bytea[], $3::bytea[]) AS fresh(id, old, encrypted)
    WHERE ${table}.id = fresh.id AND ${table}.${column} = fresh.old
    RETURNING ${table}.id`;
  const count = `SELECT count(*) AS remaining FROM ${table} WHERE ${outdated}`;

  let done = 0;
  const unreadable: string[] = [];
  for (let last = ''; ; ) {
    const rows = await query<Row>(`reencrypt-select-${table}`, select, [prefix, last]);
    const end = rows.at(-1);
    if (!end) break;
    last = end.id;
    const fresh = rows.flatMap((row) => {
      try {
        const encrypted = encrypt(row, decrypt(row, row.encrypted));
        return [{ id: row.id, old: row.encrypted, encrypted }];
      } catch {
        // Its key is missing or the value is damaged; the operator is told which row it is.
        unreadable.push(row.id);
        return [];
      }
    });
    const replaced = await query(`reencrypt-${table}`, replace, [
      fresh.map(({ id }) => id),
      fresh.map(({ old }) => old),
      fresh.map(({ encrypted }) => encrypted),
    ]);
    done += replaced.length;
    onProgress(done);
  }
  const [after] = await query<{ remaining: number }>(`reencrypt-count-${table}`, count, [prefix]);
  return { done, unreadable, remaining: after?.remaining ?? 0 };
}
