import { requestMail } from '#domain/notifications/mail/request-mail.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { query, type Transaction } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { type CreateKeyInput, type KeyView, maxKeys } from './contract.ts';
import { hashSecretKey, newKeyId, newSecretKey, secretColumn } from './secret.server.ts';
import { toKey } from './to-key.ts';

/** Names the lock under which a user's keys are made, so that their number holds. */
export const keysLock = (userId: string) => `keys|${userId}`;

const statement = `
  INSERT INTO credentials
    (id, user_id, name, description, key_id, secret_hash, secret_sealed, expires_on, created_at, created_from)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $11
  WHERE (SELECT count(*) FROM credentials WHERE user_id = $2) < $10
  RETURNING id, (SELECT email FROM users WHERE users.id = $2) AS email`;

/** A key to be made. */
export type NewKey = CreateKeyInput & {
  /** The address of whoever creates it, who is mailed about it; left out where nobody asked for it. */
  createdFrom?: string | undefined;
};

/**
 * Writes a new API key, unless the account has as many as it may, and asks for the mail that says so.
 *
 * @param on a transaction that holds `keysLock`: what it counts is what the last holder left
 * @throws DomainError `invalid_parameter` if there are `maxKeys` already
 */
export async function insertKey(
  userId: string,
  { name, description, expiresOn, createdFrom }: NewKey,
  on: Transaction,
): Promise<KeyView> {
  const now = clock.now();
  const secretKey = newSecretKey();
  const row = {
    id: newId('key', now.getTime()),
    name,
    description: description || null,
    keyId: newKeyId(),
    isActive: true,
    offReason: null,
    expiresOn: expiresOn ?? null,
    lastUsedAt: null,
    createdAt: now,
  };
  const [inserted] = await query<{ email: string }>(
    'insert-key',
    statement,
    [
      row.id,
      userId,
      row.name,
      row.description,
      row.keyId,
      hashSecretKey(secretKey),
      secretColumn.encrypt({ id: row.id, userId }, secretKey),
      row.expiresOn,
      row.createdAt,
      maxKeys,
      createdFrom ?? null,
    ],
    on,
  );
  if (!inserted) {
    throw new DomainError('invalid_parameter', {
      message: `An account has at most ${maxKeys} API keys. Please delete one that you no longer use.`,
    });
  }
  if (createdFrom !== undefined) await requestMail('key_created', inserted.email, on, row.id);
  return toKey(row, secretKey);
}
