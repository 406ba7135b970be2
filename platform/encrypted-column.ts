import { currentPrefix, decrypt, encrypt } from './crypto.ts';
import { query } from './db.ts';

type Named = {
  table: string;
  column: string;
  /**
   * The kind of value. Every ciphertext is bound to its kind, so the kind must stay the same when the table or column is
   * renamed.
   */
  kind: string;
  /** Whether the table has a column `user_id`; true by default. */
  hasUser?: boolean;
};

/** A column of ciphertexts, in a table with the column `id`, and with `user_id` if its rows belong to users. */
export type EncryptedColumn = ReturnType<typeof encryptedColumn>;

/** Rows per batch. */
const batchSize = 500;

/**
 * The result of re-encrypting a column. `done` is the number of re-encrypted values, `unreadable` has the ids of values that
 * no key decrypts, and `remaining` is the number of values that are not re-encrypted yet.
 */
export type Rotated = { done: number; unreadable: string[]; remaining: number };

type StoredRow = { id: string; userId: string | null; encrypted: Buffer };

/** SQL condition: a value does not begin with the prefix $1. */
const isOutdated = (column: string) => `${column} IS NOT NULL
  AND substring(${column} FROM 1 FOR octet_length($1::bytea)) <> $1::bytea`;

/** Counts the values that do not begin with a prefix. */
async function countOutdated({ table, column }: EncryptedColumn, prefix: Buffer): Promise<number> {
  const sql = `SELECT count(*) AS count FROM ${table} WHERE ${isOutdated(column)}`;
  const name = `reencrypt-count-${table}-${column}`;
  const [row] = await query<{ count: number }>(name, sql, [prefix]);
  return row?.count ?? 0;
}

type Range = { prefix: Buffer; after: string; limit: number };

/**
 * Re-encrypts the next values of a column that do not begin with a prefix, in the order of their rows' ids. A value is
 * replaced only if it has not changed since it was read.
 *
 * @param range `after` is the id of the last row of the previous batch, or empty
 * @returns `last`: the id of the last row, or null after the last batch; `done`: the number of replaced values;
 *   `unreadable`: the ids of values that no key decrypts
 */
async function reencryptBatch(
  { table, column, hasUser, encrypt, decrypt }: EncryptedColumn,
  { prefix, after, limit }: Range,
): Promise<{ last: string | null; done: number; unreadable: string[] }> {
  const select = `
    SELECT id, ${hasUser ? 'user_id' : 'NULL'} AS "userId", ${column} AS encrypted FROM ${table}
    WHERE ${isOutdated(column)} AND id > $2 ORDER BY id LIMIT $3`;
  const replace = `
    UPDATE ${table} SET ${column} = fresh.encrypted
    FROM unnest($1::text[], $2::bytea[], $3::bytea[]) AS fresh(id, old, encrypted)
    WHERE ${table}.id = ANY ($1) AND ${table}.id = fresh.id AND ${table}.${column} = fresh.old
    RETURNING ${table}.id`;
  const name = `reencrypt-select-${table}-${column}`;
  const rows = await query<StoredRow>(name, select, [prefix, after, limit]);
  const unreadable: string[] = [];
  const fresh = rows.flatMap((row) => {
    try {
      const encrypted = encrypt(row, decrypt(row, row.encrypted));
      return [{ id: row.id, old: row.encrypted, encrypted }];
    } catch {
      // The key is missing, or the value is damaged. The caller reports the row to the operator.
      unreadable.push(row.id);
      return [];
    }
  });
  const values = [
    fresh.map(({ id }) => id),
    fresh.map(({ old }) => old),
    fresh.map(({ encrypted }) => encrypted),
  ];
  const replaced = await query(`reencrypt-${table}-${column}`, replace, values);
  return { last: rows.at(-1)?.id ?? null, done: replaced.length, unreadable };
}

/**
 * Re-encrypts all values of a column that are not encrypted with the first key of `ENCRYPTION_KEYS`. Values under the first key
 * are not decrypted. The service can keep running. After an interruption, the operator can start the command again.
 *
 * @param onProgress called after each batch with the number of values encrypted so far
 */
export async function reencryptColumn(
  column: EncryptedColumn,
  onProgress: (done: number) => void,
): Promise<Rotated> {
  const prefix = currentPrefix();
  let done = 0;
  const unreadable: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const batch = await reencryptBatch(column, { prefix, after, limit: batchSize });
    after = batch.last;
    done += batch.done;
    unreadable.push(...batch.unreadable);
    if (after !== null) onProgress(done);
  }
  return { done, unreadable, remaining: await countOutdated(column, prefix) };
}

/** The row of a value, and the row's user if there is one. */
type Row = { id: string; userId?: string | null };

/**
 * Declares an encrypted column. Each value is bound to its kind, row and user: an attacker who can
 * write to the database but has no key cannot move a value to another row or user. Every such
 * column is listed in `scripts/encrypted-columns.ts`.
 */
export function encryptedColumn({ table, column, kind, hasUser = true }: Named) {
  const toPlace = ({ id, userId }: Row) => (hasUser ? `${kind}|${userId}|${id}` : `${kind}|${id}`);
  return {
    table,
    column,
    hasUser,

    /** @param row the row to which the value is written */
    encrypt: (row: Row, text: string) => encrypt(text, toPlace(row)),

    /**
     * @param row the row from which the value was read
     * @throws Error if no key of `ENCRYPTION_KEYS` decrypts the value, or the value belongs to another row or user
     */
    decrypt: (row: Row, encrypted: Uint8Array) => decrypt(encrypted, toPlace(row)),
  };
}
