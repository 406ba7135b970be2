import { enqueueEmail } from '#domain/notifications/channels/enqueue-email.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import type { Idempotency, IdempotentResult } from '#domain/shared/idempotency/contract.ts';
import {
  findSavedResponse,
  saveResponse,
} from '#domain/shared/idempotency/saved-response.server.ts';
import { clock } from '#platform/clock.ts';
import { prisma, query, type Transaction, transaction } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { type ApiKeyOutput, type CreateKeyInput, maxApiKeysPerAccount } from './contract.ts';
import {
  generateApiId,
  generateApiKey,
  hashSecretKey,
  secretColumn,
} from './generate-api-key.server.ts';
import { toApiKeyOutput } from './to-api-key-output.ts';

/**
 * Creates an API key.
 *
 * @returns the key with its secret, which is stored encrypted only
 * @throws DomainError `invalid_parameter` if the account has `maxApiKeysPerAccount` already
 */
export function createKey({
  userId,
  ...input
}: NewKey & { userId: string }): Promise<ApiKeyOutput> {
  return transaction((tx) => insertKey(userId, input, tx), { lock: apiKeysLockName(userId) });
}

/** The saved response, without the secret: that is stored only in the key's row. */
type SavedKey = Omit<ApiKeyOutput, 'secretKey'>;

/**
 * Creates an API key once for an `Idempotency-Key`; a repeat returns the first response.
 *
 * @throws DomainError `invalid_parameter` if the account has `maxApiKeysPerAccount` already,
 *   `idempotency_mismatch`, and `not_found` if the key was deleted since
 */
export async function createKeyIdempotently(
  userId: string,
  input: NewKey,
  idempotency: Idempotency,
): Promise<IdempotentResult<ApiKeyOutput>> {
  const { first, made } = await transaction(
    async (tx) => {
      const before = await findSavedResponse(idempotency, tx);
      if (before) return { first: before.answer as SavedKey };
      const key = await insertKey(userId, input, tx);
      const { secretKey: _, ...answer } = key;
      await saveResponse(idempotency, answer satisfies SavedKey, tx);
      return { made: key };
    },
    { lock: apiKeysLockName(userId) },
  );
  if (made) return { data: made, replayed: false };
  return {
    data: { ...first, secretKey: await readStoredSecret(userId, first._id) },
    replayed: true,
  };
}

async function readStoredSecret(userId: string, id: string): Promise<string> {
  const row = await prisma.credential.findUnique({ where: { id, userId } });
  if (row) return secretColumn.decrypt({ id, userId }, row.encryptedSecret);
  throw new DomainError('not_found', {
    message: 'The API key created by this request has been deleted.',
  });
}

/** Advisory lock under which a user's keys are created, so that the limit holds. */
const apiKeysLockName = (userId: string) => `keys|${userId}`;

const statement = `
  INSERT INTO credentials
    (id, user_id, name, description, key_id, secret_hash, encrypted_secret, expires_on, created_at, created_from,
      livemode)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $11, $12
  WHERE (SELECT count(*) FROM credentials WHERE user_id = $2) < $10
  RETURNING id, (SELECT email FROM users WHERE users.id = $2) AS email`;

type NewKey = CreateKeyInput & {
  /** The address of the creating request, for the notice; undefined sends no email. */
  createdFrom?: string | undefined;
  /** False for a test key; true by default. */
  livemode?: boolean | undefined;
};

/**
 * Inserts an API key and enqueues the email about it.
 *
 * @param tx a transaction that holds `apiKeysLockName`, so that the count is current
 * @throws DomainError `invalid_parameter` if there are `maxApiKeysPerAccount` already
 */
async function insertKey(
  userId: string,
  { name, description, expiresOn, createdFrom, livemode = true }: NewKey,
  tx: Transaction,
): Promise<ApiKeyOutput> {
  const now = clock.now();
  const secretKey = generateApiKey(livemode);
  const row = {
    id: newId('key', now.getTime()),
    name,
    description: description || null,
    keyId: generateApiId(livemode),
    livemode,
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
      livemode,
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
