import { recordAudit } from '#domain/audit/record-audit.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import {
  findSavedResponse,
  type Idempotency,
  type IdempotentResult,
  saveResponse,
} from '#domain/shared/idempotency/saved-response.ts';
import { clock } from '#platform/clock.browser.ts';
import { keyedHash, keyedHashes } from '#platform/crypto.ts';
import { prisma, query, type Transaction, transaction } from '#platform/db.ts';
import { encryptedColumn } from '#platform/encrypted-column.ts';
import { newId, randomText } from '#platform/ids.ts';
import type { Credential } from '#prisma/generated/client.ts';
import {
  type ApiKeyOutput,
  allKeyScopes,
  type CreateKeyInput,
  type KeyScope,
  maxApiKeysPerAccount,
} from './contract.browser.ts';
import { maskedSecret, prefixesOf } from './key-prefix.browser.ts';

/**
 * Creates an API key.
 *
 * @returns the key with its secret, which is stored only in encrypted form
 * @throws DomainError `invalid_parameter` if the account has `maxApiKeysPerAccount` already
 */
export function createKey({
  userId,
  ...input
}: NewKey & { userId: string }): Promise<ApiKeyOutput> {
  return transaction((tx) => insertKey(userId, input, tx), { lock: apiKeysLockName(userId) });
}

/**
 * Creates an API key once for an `Idempotency-Key`. A repeated request returns the first response.
 *
 * @throws DomainError `invalid_parameter` if the account has `maxApiKeysPerAccount` already, `idempotency_mismatch`, and
 *   `not_found` if the key was deleted or rolled after the first request
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
 * Creates the test key of a new account, for its first message. Sends no email about the key.
 *
 * @param tx the transaction that creates the account; until it commits, no other transaction can create keys for the account
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

/** The fields of a key that the audit trail stores. */
export const auditedFields = (row: Omit<ApiKeyRow, 'createdBy'>) => ({
  name: row.name,
  livemode: row.livemode,
  isActive: row.isActive,
  scopes: row.scopes,
  expiresOn: row.expiresOn,
  addresses: row.allowedAddresses,
  templates: row.allowedTemplates,
  services: row.allowedServices,
});

type NewKey = CreateKeyInput & {
  /** The IP address of the request, for the email about the new key. If it is omitted, no email is sent. */
  createdFrom?: string | undefined;
  /** The browser or program that created it. */
  createdDevice?: string | undefined;
};

/** 32 characters, without the look-alikes `l`, `1`, `o` and `0`. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A new API ID: `dk_` or `dk_test_`, and 20 characters. */
const generateApiId = (livemode: boolean) =>
  `${prefixesOf({ livemode }).id}${randomText(20, alphabet)}`;

/** A new API key: `sk_` or `sk_test_`, and 40 characters, 200 random bits. */
export const generateApiKey = (livemode: boolean) =>
  `${prefixesOf({ livemode }).secret}${randomText(40, alphabet)}`;

export const hashSecretKey = (secretKey: string) => keyedHash('api-key', secretKey);

export const listSecretKeyHashes = (secretKey: string) => keyedHashes('api-key', secretKey);

/** The encrypted column that lets owners see their API keys. */
export const secretColumn = encryptedColumn({
  table: 'credentials',
  column: 'encrypted_secret',
  kind: 'api-key',
});

/** The saved response. It does not contain the secret, which is stored only in the key's row. */
type SavedKey = Omit<ApiKeyOutput, 'secretKey'>;

/**
 * Name of the advisory lock for creating a user's keys. It makes the limit of keys exact. If two requests with the same
 * idempotency key run in parallel, only one creates a key.
 */
const apiKeysLockName = (userId: string) => `keys|${userId}`;

/**
 * Creates or rolls a key once for an `Idempotency-Key`. A repeated request returns the first response, with the same secret.
 *
 * @param goneMessage the message of the error `not_found`, thrown if the key was deleted or its secret changed since the
 *   first request
 * @throws DomainError `idempotency_mismatch` and `not_found`, and the errors of `make`
 */
export async function once(
  userId: string,
  idempotency: Idempotency,
  make: (tx: Transaction) => Promise<ApiKeyOutput>,
  goneMessage: string,
): Promise<IdempotentResult<ApiKeyOutput>> {
  const { first, made } = await transaction(
    async (tx) => {
      const before = await findSavedResponse(idempotency, tx);
      if (before) return { first: before.answer as SavedKey };
      const key = await make(tx);
      const { secretKey: _, ...answer } = key;
      await saveResponse(idempotency, answer satisfies SavedKey, tx);
      return { made: key };
    },
    { lock: apiKeysLockName(userId) },
  );
  if (made) return { data: made, replayed: false };
  const row = await prisma.credential.findUnique({ where: { id: first._id, userId } });
  // Responses saved by an earlier release have no `rolledAt`.
  const isSame = row && (row.rolledAt?.toISOString() ?? null) === (first.rolledAt ?? null);
  if (!isSame) throw new DomainError('not_found', { message: goneMessage });
  return {
    data: { ...first, secretKey: secretColumn.decrypt(row, row.encryptedSecret) },
    replayed: true,
  };
}

/**
 * The encrypted secret from before the last roll. Rolling copies the value of `secretColumn` here, so both columns must have
 * the same kind.
 */
export const previousSecretColumn = encryptedColumn({
  table: 'credentials',
  column: 'encrypted_previous_secret',
  kind: 'api-key',
});

/** The columns of an API key, without its secret. */
export type ApiKeyRow = Omit<
  Credential,
  | 'userId'
  | 'secretHash'
  | 'encryptedSecret'
  | 'previousSecretHash'
  | 'encryptedPreviousSecret'
  | 'rolledFrom'
  | 'leakReportedAt'
  | 'leakNotifiedAt'
>;

/**
 * Converts a row to an API key as its owner sees it.
 *
 * @param secretKey the decrypted API key; masked by default
 */
export function toApiKeyOutput(row: ApiKeyRow, secretKey = maskedSecret(row)): ApiKeyOutput {
  return {
    _id: row.id,
    name: row.name,
    keyId: row.keyId,
    livemode: row.livemode,
    secretKey,
    description: row.description,
    isActive: row.isActive,
    offReason: row.offReason,
    // A database constraint allows only these scopes.
    scopes: row.scopes as KeyScope[],
    templates: row.allowedTemplates,
    services: row.allowedServices,
    addresses: row.allowedAddresses,
    expiresOn: row.expiresOn?.toISOString() ?? null,
    rolledAt: row.rolledAt?.toISOString() ?? null,
    oldSecretEndsAt:
      row.previousEndsAt && row.previousEndsAt > clock.now()
        ? row.previousEndsAt.toISOString()
        : null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedFrom: row.lastUsedFrom,
    createdBy: { email: row.createdBy, device: row.createdDevice, address: row.createdFrom },
    createdAt: row.createdAt.toISOString(),
  };
}

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
      message: `An account has at most ${maxApiKeysPerAccount} API keys. Please delete a key that you no longer use.`,
    });
  }
  const { createdBy } = inserted;
  if (createdFrom !== undefined) await enqueueEmail('key_created', createdBy, tx, row.id);
  await recordAudit(tx, {
    accountId: userId,
    action: 'key.create',
    targets: [{ type: 'key', id: row.keyId, name }],
    after: auditedFields(row),
  });
  return toApiKeyOutput({ ...row, createdBy }, secretKey);
}
