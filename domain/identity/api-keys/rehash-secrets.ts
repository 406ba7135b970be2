import { sameHash } from '#platform/crypto.ts';
import { query } from '#platform/db.ts';
import type { EncryptedColumn, Rotated } from '#platform/encrypted-column.ts';
import { listSecretKeyHashes, previousSecretColumn, secretColumn } from './create-key.ts';

/** Rows per batch. */
const batchSize = 500;

type Row = { id: string; userId: string; encrypted: Buffer; hash: Buffer };

/** Each hash column, with the column that holds the same secret encrypted. */
const columns = [
  { hashes: 'secret_hash', secrets: secretColumn },
  { hashes: 'previous_secret_hash', secrets: previousSecretColumn },
];

const select = (hashes: string, { column }: EncryptedColumn) => `
  SELECT id, user_id AS "userId", ${column} AS encrypted, ${hashes} AS hash FROM credentials
  WHERE id > $1 AND ${hashes} IS NOT NULL ORDER BY id LIMIT ${batchSize}`;

const replace = (hashes: string) => `
  UPDATE credentials SET ${hashes} = fresh.hash
  FROM unnest($1::text[], $2::bytea[], $3::bytea[]) AS fresh(id, old, hash)
  WHERE credentials.id = fresh.id AND ${hashes} = fresh.old
  RETURNING credentials.id`;

/**
 * Rehashes all API keys under the first key of `HASH_KEY`. A hash does not tell which key of `HASH_KEY` made it, so every
 * secret is decrypted and hashed again. The service can keep running, because a hash is replaced only if it has not changed
 * since it was read. If an API key is rolled in the meantime, its old hash moves to the other column, so the passes over all
 * keys repeat until a pass finds nothing to replace.
 *
 * @param onProgress called after each batch with the number of hashes replaced so far
 * @returns `unreadable`: the ids of rows that cannot be decrypted with any key, or whose hash does not match the secret with
 *   any key
 */
export async function rehashSecrets(onProgress: (done: number) => void): Promise<Rotated> {
  let done = 0;
  for (;;) {
    const unreadable: string[] = [];
    let found = 0;
    for (const { hashes, secrets } of columns) {
      for (let last = ''; ; ) {
        const rows = await query<Row>(`rehash-select-${hashes}`, select(hashes, secrets), [last]);
        const end = rows.at(-1);
        if (!end) break;
        last = end.id;
        const fresh = rows.flatMap((row) => toNewHash(row, secrets, unreadable));
        found += fresh.length;
        const values = [
          fresh.map(({ id }) => id),
          fresh.map(({ old }) => old),
          fresh.map(({ hash }) => hash),
        ];
        done += (await query(`rehash-${hashes}`, replace(hashes), values)).length;
        onProgress(done);
      }
    }
    if (found === 0) return { done, unreadable, remaining: unreadable.length };
  }
}

/**
 * Computes a row's new hash. Returns a list with the hash, or an empty list if the first key already made the stored hash. A
 * row that cannot be checked is added to `unreadable`.
 */
function toNewHash(row: Row, { decrypt }: EncryptedColumn, unreadable: string[]) {
  try {
    const [hash, ...older] = listSecretKeyHashes(decrypt(row, row.encrypted));
    if (hash && sameHash(hash, row.hash)) return [];
    if (hash && older.some((one) => sameHash(one, row.hash))) {
      return [{ id: row.id, old: row.hash, hash }];
    }
  } catch {
    // The encryption key is missing, or the value is damaged. The row is added to `unreadable`, like a row whose hash belongs
    // to another secret.
  }
  unreadable.push(row.id);
  return [];
}
