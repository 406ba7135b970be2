import { enqueueEmail } from '#domain/notifications/channels/enqueue-email.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import type { Idempotency, IdempotentResult } from '#domain/shared/idempotency/contract.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, type Transaction, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import {
  type ApiKeyOutput,
  type CreateKeyInput,
  maxApiKeysPerAccount,
} from './contract.browser.ts';
import { generateApiId, generateApiKey, hashSecretKey, secretColumn } from './generate-api-key.ts';
import { apiKeysLockName, once } from './once.ts';
import { allKeyScopes } from './scopes.browser.ts';
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

/**
 * Creates an API key once for an `Idempotency-Key`; a repeat returns the first response.
 *
 * @throws DomainError `invalid_parameter` if the account has `maxApiKeysPerAccount` already,
 *   `idempotency_mismatch`, and `not_found` if the key was deleted or rolled since
 */
export async function createKeyIdempotently(
  userId: string,
  input: NewKey,
  idempotency: Idempotency,
): Promise<IdempotentResult<ApiKeyOutput>> {
  const made = (tx: Transaction) => insertKey(userId, input, tx);
  return once(
    userId,
    idempotency,
    made,
    'The API key created by this request has been deleted or rolled.',
  );
}

/**
 * Creates the test key of a new account, without an email about it: the account has its first message to send.
 *
 * @param tx the transaction that creates the account, so that no other can create keys of it yet
 */
export async function createFirstTestKey(userId: string, tx: Transaction): Promise<void> {
  await insertKey(userId, { name: 'Test key', livemode: false }, tx);
}

const statement = `
  INSERT INTO credentials
    (id, user_id, name, description, key_id, secret_hash, encrypted_secret, expires_on, created_at, created_from,
      livemode, scopes, allowed_templates, allowed_services, allowed_addresses, created_device, created_by)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $11, $12, $13, $14, $15, $16, $17,
    (SELECT email FROM users WHERE users.id = $2)
  WHERE (SELECT count(*) FROM credentials WHERE user_id = $2) < $10
  RETURNING created_by AS "createdBy"`;

type NewKey = CreateKeyInput & {
  /** The address of the creating request, for the notice; undefined sends no email. */
  createdFrom?: string | undefined;
  /** The browser or program that created it. */
  createdDevice?: string | undefined;
};

/**
 * Inserts an API key and enqueues the email about it.
 *
 * @param tx a transaction that holds `apiKeysLockName`, so that the count is current
 * @throws DomainError `invalid_parameter` if there are `maxApiKeysPerAccount` already
 */
async function insertKey(
  userId: string,
  { name, description, expiresOn, createdFrom, createdDevice, livemode = true, ...access }: NewKey,
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
    scopes: access.scopes ?? [...allKeyScopes],
    allowedTemplates: access.templates ?? [],
    allowedServices: access.services ?? [],
    allowedAddresses: access.addresses ?? [],
    expiresOn: expiresOn ?? null,
    rolledAt: null,
    previousEndsAt: null,
    lastUsedAt: null,
    lastUsedFrom: null,
    createdFrom: createdFrom ?? null,
    createdDevice: createdDevice ?? null,
    createdAt: now,
  };
  const [inserted] = await query<{ createdBy: string }>(
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
      row.createdFrom,
      livemode,
      row.scopes,
      row.allowedTemplates,
      row.allowedServices,
      row.allowedAddresses,
      row.createdDevice,
    ],
    tx,
  );
  if (!inserted) {
    throw new DomainError('invalid_parameter', {
      message: `An account has at most ${maxApiKeysPerAccount} API keys. Please delete one that you no longer use.`,
    });
  }
  const { createdBy } = inserted;
  if (createdFrom !== undefined) await enqueueEmail('key_created', createdBy, tx, row.id);
  return toApiKeyOutput({ ...row, createdBy }, secretKey);
}
