import { sameHash } from '#platform/crypto.server.ts';
import { query } from '#platform/db.server.ts';
import type { Rotated } from '#platform/reencrypt-column.server.ts';
import { hashSecretKey, secretColumn } from './secret.server.ts';

/** Rows that are read and written at once. */
const batchSize = 500;

type Row = { id: string; encrypted: Buffer; hash: Buffer };

const select = `
  SELECT id, secret_sealed AS encrypted, secret_hash AS hash FROM credentials
  WHERE id > $1 ORDER BY id LIMIT ${batchSize}`;

const replace = `
  UPDATE credentials SET secret_hash = fresh.hash
  FROM unnest($1::text[], $2::bytea[]) AS fresh(id, hash)
  WHERE credentials.id = fresh.id
  RETURNING credentials.id`;

/**
 * Stores the API keys' hashes under the first key of `HASH_KEY`. A hash does not say which key it is under, so
 * every secret is decrypted and hashed again. An API key never changes, so everything else may go on.
 *
 * @param onProgress called after each batch with the number of hashes replaced so far
 */
export async function rehashSecrets(onProgress: (done: number) => void): Promise<Rotated> {
  let done = 0;
  const unreadable: string[] = [];
  for (let last = ''; ; ) {
    const rows = await query<Row>('rehash-select', select, [last]);
    const end = rows.at(-1);
    if (!end) break;
    last = end.id;
    const fresh = rows.flatMap(({ id, encrypted, hash: old }) => {
      try {
        const hash = hashSecretKey(secretColumn.decrypt(id, encrypted));
        return sameHash(hash, old) ? [] : [{ id, hash }];
      } catch {
        // Its key is missing or the value is damaged; whoever runs this is told which row it is.
        unreadable.push(id);
        return [];
      }
    });
    const values = [fresh.map(({ id }) => id), fresh.map(({ hash }) => hash)];
    done += (await query('rehash', replace, values)).length;
    onProgress(done);
  }
  return { done, unreadable, remaining: unreadable.length };
}
