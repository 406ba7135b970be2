import { currentPrefix } from './crypto.server.ts';
import { query } from './db.server.ts';
import type { EncryptedColumn } from './encrypted-column.server.ts';

/** Rows per batch. */
const batchSize = 500;

/** The result for a column: values re-encrypted, ids that no key decrypts, values that remain. */
export type Rotated = { done: number; unreadable: string[]; remaining: number };

type Row = { id: string; userId: string; encrypted: Buffer };

/**
 * Re-encrypts the values of a column that are not under the first key of `ENCRYPTION_KEYS`, or not
 * bound to their row. Others are not decrypted. The service can keep running: a value is replaced
 * only if it is still the one that was read. An interrupted run can simply be started again.
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
        // The key is missing or the value is damaged; the row is reported to the operator.
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
