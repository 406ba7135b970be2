import { enqueueEmail } from '#domain/notifications/email/enqueue-email.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { query, type Transaction } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { type ApiKeyOutput, type CreateKeyInput, maxApiKeysPerAccount } from './contract.ts';
import {
  generateApiId,
  generateApiKey,
  hashSecretKey,
  secretColumn,
} from './generate-api-key.server.ts';
import { toApiKeyOutput } from './to-api-key-output.ts';

/** Advisory lock under which a user's keys are created, so that the limit holds. */
export const apiKeysLockName = (userId: string) => `keys|${userId}`;

const statement = `
  INSERT INTO credentials
    (id, user_id, name, description, key_id, secret_hash, encrypted_secret, expires_on, created_at, created_from)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $11
  WHERE (SELECT count(*) FROM credentials WHERE user_id = $2) < $10
  RETURNING id, (SELECT email FROM users WHERE users.id = $2) AS email`;

export type NewKey = CreateKeyInput & {
  /** The address of the creating request, for the notice; undefined sends no email. */
  createdFrom?: string | undefined;
};

/**
 * Inserts an API key and enqueues the email about it.
 *
 * @param tx a transaction that holds `apiKeysLockName`, so that the count is current
 * @throws DomainError `invalid_parameter` if there are `maxApiKeysPerAccount` already
 */
export async function insertKey(
  userId: string,
  { name, description, expiresOn, createdFrom }: NewKey,
  tx: Transaction,
): Promise<ApiKeyOutput> {
  const now = clock.now();
  const secretKey = generateApiKey();
  const row = {
    id: newId('key', now.getTime()),
    name,
    description: description || null,
    keyId: generateApiId(),
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
      maxApiKeysPerAccount,
      createdFrom ?? null,
    ],
    tx,
  );
  if (!inserted) {
    throw new DomainError('invalid_parameter', {
      message: `An account has at most ${maxApiKeysPerAccount} API keys. Please delete one that you no longer use.`,
    });
  }
  if (createdFrom !== undefined) await enqueueEmail('key_created', inserted.email, tx, row.id);
  return toApiKeyOutput(row, secretKey);
}
