import { sameHash } from '#platform/crypto.server.ts';
import { query } from '#platform/db.server.ts';
import type { Rotated } from '#platform/reencrypt-column.server.ts';
import { listSecretKeyHashes, secretColumn } from './generate-api-key.server.ts';

/** Rows per batch. */
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
 * Rehashes all API keys under the first key of `HASH_KEY`. A hash does not name its key, so every
 * secret is decrypted and hashed again. API keys never change, so the service can keep running.
 * Ends with a pass that replaces nothing.
 *
 * @param onProgress called after each batch with the number of hashes replaced so far
 * @returns `unreadable`: rows that no key decrypts, or whose hash does not match their secret under
 *   any key
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
      const fresh = rows.flatMap((row) => toNewHash(row, unreadable));
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

/**
 * The hash that a row should have; nothing if it is current. A row that cannot be checked is added
 * to `unreadable`.
 */
function toNewHash(row: Row, unreadable: string[]) {
  try {
    const [hash, ...older] = listSecretKeyHashes(secretColumn.decrypt(row, row.encrypted));
    if (hash && sameHash(hash, row.hash)) return [];
    if (hash && older.some((one) => sameHash(one, row.hash))) {
      return [{ id: row.id, old: row.hash, hash }];
    }
  } catch {
    // The key is missing or the value is damaged: listed below, like a hash of another secret.
  }
  unreadable.push(row.id);
  return [];
}
