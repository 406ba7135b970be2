import { sameHash } from '#platform/crypto.server.ts';
import { query } from '#platform/db.server.ts';
import type { Rotated } from '#platform/reencrypt-column.server.ts';
import { hashesOfSecretKey, secretColumn } from './generate-api-key.server.ts';

/** Rows that are read and written at once. */
const batchSize = 500;

type Row = { id: string; userId: string; encrypted: Buffer; hash: Buffer };

const select = `
  SELECT id, user_id AS "userId", encrypted_secret AS encrypted, secret_hash AS hash FROM credentials
  WHERE id > $1 ORDER BY id LIMIT ${batchSize}`;

const replace = `
  UPDATE credentials SET secret_hash = fresh.hash
  FROM unnest($1::text[], $2::bytea[], $3::bytea[]) AS fresh(id, old, hash)
  WHERE credentials.id = fresh.id AND secret_hash = fresh.old
  RETURNING credentials.id`;

/**
 * Stores the API keys' hashes under the first key of `HASH_KEY`. A hash does not say which key it is under, so
 * every secret is decrypted and hashed again. An API key never changes, so everything else may go on. It ends with
 * a pass that finds nothing to replace.
 *
 * @param onProgress called after each batch with the number of hashes replaced so far
 * @returns `unreadable`: rows that no key decrypts, or whose hash is not that of their secret under any key
 */
export async function rehashSecrets(onProgress: (done: number) => void): Promise<Rotated> {
  let done = 0;
  for (;;) {
    const before = done;
    const unreadable: string[] = [];
    for (let last = ''; ; ) {
      const rows = await query<Row>('rehash-select', select, [last]);
      const end = rows.at(-1);
      if (!end) break;
      last = end.id;
      const fresh = rows.flatMap((row) => freshHash(row, unreadable));
      const values = [
        fresh.map(({ id }) => id),
        fresh.map(({ old }) => old),
        fresh.map(({ hash }) => hash),
      ];
      done += (await query('rehash', replace, values)).length;
      onProgress(done);
    }
    if (done === before) return { done, unreadable, remaining: unreadable.length };
  }
}

/** The hash that a row should have; none if it has it, nor if it cannot be told, in which case it is named. */
function freshHash(row: Row, unreadable: string[]) {
  try {
    const [hash, ...older] = hashesOfSecretKey(secretColumn.decrypt(row, row.encrypted));
    if (hash && sameHash(hash, row.hash)) return [];
    if (hash && older.some((one) => sameHash(one, row.hash))) {
      return [{ id: row.id, old: row.hash, hash }];
    }
  } catch {
    // Its key is missing or the value is damaged: named below, like one whose hash is of another secret.
  }
  unreadable.push(row.id);
  return [];
}
