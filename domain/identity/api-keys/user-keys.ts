import { recordAudit } from '#domain/audit/record-audit.ts';
import { logAuthEvent } from '#domain/identity/auth-events.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { isViolationOf } from '#platform/database-errors.ts';
import { prisma, prismaTransaction, query, type Transaction, transaction } from '#platform/db.ts';
import { createTtlCache } from '#platform/ttl-cache.ts';
import { type ApiKeyOutput, type KeyChanges, restrictedWithDlt } from './contract.browser.ts';
import { auditedFields, secretColumn, toApiKeyOutput } from './create-key.ts';

/**
 * Changes an API key; omitted fields stay as they are. Takes effect in every process within one second. A key that was
 * reported as leaked can only be turned on with a roll, because other people know its secret.
 *
 * @param key its `_id` or its API ID
 * @returns the key with its secret masked
 * @throws DomainError `not_found` if the user has no such key, `invalid_parameter` if the key would have the scope `dlt` and
 *   a restriction, or would be active although it has leaked
 */
export async function updateKey(
  userId: string,
  key: string,
  { name, description, isActive, expiresOn, scopes, templates, services, addresses }: KeyChanges,
): Promise<ApiKeyOutput> {
  const where = { ...whereUserKey(userId, key), ...(isActive && { AND: notLeaked }) };
  const values = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description: description || null }),
    ...(isActive !== undefined && { isActive }),
    // Only turning the key on clears the reason for which we turned it off.
    ...(isActive && { offReason: null }),
    ...(expiresOn !== undefined && { expiresOn }),
    ...(scopes !== undefined && { scopes }),
    ...(templates !== undefined && { allowedTemplates: templates }),
    ...(services !== undefined && { allowedServices: services }),
    ...(addresses !== undefined && { allowedAddresses: addresses }),
  };
  const changed = prismaTransaction(async (client, tx) => {
    const before = await client.credential.findFirst({ where });
    const rows = await client.credential.updateManyAndReturn({ where, data: values });
    const [after] = rows;
    if (before && after) {
      await recordAudit(tx, {
        accountId: userId,
        action: 'key.update',
        targets: [{ type: 'key', id: after.keyId, name: after.name }],
        before: auditedFields(before),
        after: auditedFields(after),
      });
    }
    return rows;
  });
  const [row] = await changed.catch((error) => {
    // The scope and the restriction may conflict, and either may already be stored, so a database constraint checks both
    // together.
    if (!isViolationOf('credentials_restricted_without_dlt', error)) throw error;
    throw new DomainError('invalid_parameter', { param: 'scopes', message: restrictedWithDlt });
  });
  if (!row) throw await notChanged(userId, key);
  if (isActive === false) {
    logAuthEvent('key_turned_off', { accountId: userId, keyId: row.keyId, reason: 'owner' });
  }
  return toApiKeyOutput(row);
}

const notLeaked = { OR: [{ offReason: null }, { offReason: { not: 'leak_reported' as const } }] };

/**
 * Returns the error for a key that the statement did not change: the key does not exist, or it has leaked and cannot be
 * turned on.
 */
async function notChanged(userId: string, key: string): Promise<DomainError> {
  if ((await prisma.credential.count({ where: whereUserKey(userId, key) })) === 0) {
    return new DomainError('not_found');
  }
  const message =
    'This API key was reported as leaked. Roll it to get a new secret and to make it active again.';
  return new DomainError('invalid_parameter', { param: 'isActive', message });
}

/**
 * Deletes an API key. Messages sent with it stay and keep its API ID.
 *
 * @param key its `_id` or its API ID
 * @throws DomainError `not_found` if the user has no such key
 */
export async function deleteKey(userId: string, key: string): Promise<void> {
  await prismaTransaction(async (client, tx) => {
    const where = whereUserKey(userId, key);
    const found = await client.credential.findFirst({ where, select: { keyId: true, name: true } });
    const { count } = await client.credential.deleteMany({ where });
    if (!found || count === 0) throw new DomainError('not_found');
    const { keyId, name } = found;
    await recordAudit(tx, {
      accountId: userId,
      action: 'key.delete',
      targets: [{ type: 'key', id: keyId, name }],
    });
  });
}

/**
 * Reveals the secret of a key to a person, and records it.
 *
 * @param key its `_id` or its API ID
 * @throws DomainError `not_found`
 */
export async function showSecret(userId: string, key: string): Promise<string> {
  const secret = await revealSecret(userId, key);
  await transaction((tx) =>
    recordAudit(tx, {
      accountId: userId,
      action: 'key.reveal',
      targets: [{ type: 'key', id: key }],
    }),
  );
  return secret;
}

/**
 * Returns the secret of one of a user's API keys. Callers first require a recent sign-in (`requireRecentSignIn`).
 *
 * @param key its `_id` or its API ID
 * @throws DomainError `not_found` if the user has no such key
 */
export async function revealSecret(userId: string, key: string): Promise<string> {
  const row = await prisma.credential.findFirst({
    where: whereUserKey(userId, key),
    select: { id: true, encryptedSecret: true },
  });
  if (!row) throw new DomainError('not_found');
  return secretColumn.decrypt({ id: row.id, userId }, row.encryptedSecret);
}

/**
 * Returns the current secret of an API key, which signs status callbacks to the owner; null if the key is deleted. Cached
 * for half a second.
 *
 * @param keyId the API ID
 */
export const secretOfKey = (userId: string, keyId: string): Promise<string | null> =>
  secretCached(`${userId}|${keyId}`);

const secretCached = createTtlCache(
  async (key: string) => {
    const [userId = '', keyId = ''] = key.split('|');
    try {
      return await revealSecret(userId, keyId);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'not_found') return null;
      throw error;
    }
  },
  { ttlMs: 500, max: 10_000 },
);

/** Prisma filter for one API key of a user, by its `_id` or its API ID, because clients may store either. */
const whereUserKey = (userId: string, key: string) => ({
  userId,
  OR: [{ id: key }, { keyId: key }],
});

/** A user's API keys with masked secrets, oldest first; at most `maxApiKeysPerAccount`. */
export async function listKeys(userId: string): Promise<ApiKeyOutput[]> {
  const rows = await prisma.credential.findMany({ where: { userId }, orderBy: { id: 'asc' } });
  return rows.map((row) => toApiKeyOutput(row));
}

/** A user's API keys with their secrets, oldest first. Callers first require a recent sign-in (`requireRecentSignIn`). */
export async function listKeysWithSecrets(userId: string): Promise<ApiKeyOutput[]> {
  const rows = await prisma.credential.findMany({ where: { userId }, orderBy: { id: 'asc' } });
  return rows.map((row) => toApiKeyOutput(row, secretColumn.decrypt(row, row.encryptedSecret)));
}

/** Whether a user has test keys but no live key. Inactive keys count too. */
export async function hasOnlyTestKeys(userId: string): Promise<boolean> {
  const keys = await prisma.credential.findMany({ where: { userId }, select: { livemode: true } });
  return keys.length > 0 && keys.every(({ livemode }) => !livemode);
}

/**
 * Returns the API ID of a user's oldest active key in a mode, without decrypting its secret. Keys that have expired are
 * ignored. Returns null if there is no such key.
 *
 * @param livemode live mode by default
 */
export async function findActiveApiId(userId: string, livemode = true): Promise<string | null> {
  const key = await prisma.credential.findFirst({
    where: {
      userId,
      livemode,
      isActive: true,
      OR: [{ expiresOn: null }, { expiresOn: { gt: clock.now() } }],
    },
    orderBy: { id: 'asc' },
    select: { keyId: true },
  });
  return key?.keyId ?? null;
}

const unknown = `
  SELECT asked.key_id AS "keyId" FROM unnest($3::text[]) WITH ORDINALITY AS asked(key_id, place)
  WHERE NOT EXISTS (
    SELECT FROM credentials AS c WHERE c.key_id = asked.key_id AND c.user_id = $1 AND c.livemode = $2)
  ORDER BY place`;

/** Returns those of the given API IDs that are not keys of the user in this mode, in the given order. */
export async function findUnknownApiIds(
  userId: string,
  livemode: boolean,
  apiIds: string[],
  tx?: Transaction,
): Promise<string[]> {
  if (apiIds.length === 0) return [];
  const values = [userId, livemode, apiIds];
  const rows = await query<{ keyId: string }>('find-unknown-api-ids', unknown, values, tx);
  return rows.map(({ keyId }) => keyId);
}
