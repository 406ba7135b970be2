import { DomainError } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { seal } from '#platform/crypto.server.ts';
import { type Queryable, query } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { type CreateKeyInput, type KeyView, maxKeys } from './contract.ts';
import { hashSecretKey, newKeyId, newSecretKey } from './secret.server.ts';
import { toKey } from './to-key.ts';

/** Names the lock under which a user's keys are made, so that their number holds. */
export const keysLock = (userId: string) => `keys|${userId}`;

const statement = `
  INSERT INTO credentials
    (id, user_id, name, description, key_id, secret_hash, secret_sealed, expires_on, created_at)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9
  WHERE (SELECT count(*) FROM credentials WHERE user_id = $2) < $10
  RETURNING id`;

/**
 * Writes a new API key, unless the account has as many as it may.
 *
 * @param on a transaction that holds `keysLock`: what it counts is what the last holder left
 * @throws DomainError `invalid_parameter` if there are `maxKeys` already
 */
export async function insertKey(
  userId: string,
  { name, description, expiresOn }: CreateKeyInput,
  on: Queryable,
): Promise<KeyView> {
  const now = clock.now();
  const secretKey = newSecretKey();
  const row = {
    id: newId('key', now.getTime()),
    name,
    description: description || null,
    keyId: newKeyId(),
    isActive: true,
    expiresOn: expiresOn ?? null,
    lastUsedAt: null,
    createdAt: now,
  };
  const inserted = await query(
    'insert-key',
    statement,
    [
      row.id,
      userId,
      row.name,
      row.description,
      row.keyId,
      hashSecretKey(secretKey),
      seal(secretKey),
      row.expiresOn,
      row.createdAt,
      maxKeys,
    ],
    on,
  );
  if (inserted.length === 0) {
    throw new DomainError('invalid_parameter', {
      message: `An account has at most ${maxKeys} API keys. Please delete one that you no longer use.`,
    });
  }
  return toKey(row, secretKey);
}
