import { AllowList, getSettings } from '#domain/identity/settings/stored-settings.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { createBatch } from '#platform/batch.ts';
import { clock } from '#platform/clock.browser.ts';
import { query } from '#platform/db.ts';
import { perInstance } from '#platform/instance.ts';
import { logger } from '#platform/logger.ts';
import { createTtlCache } from '#platform/ttl-cache.ts';
import {
  type ApiKeyCredentials,
  type ApiKeyOwner,
  callerCacheOptions,
  toRestriction,
} from './contract.browser.ts';
import { listSecretKeyHashes } from './create-key.ts';

type Credential = Pick<
  ApiKeyOwner,
  'userId' | 'keyId' | 'livemode' | 'isActive' | 'isSuspended' | 'expiresOn' | 'scopes'
> & {
  /** When the secret stops working, if the key was rolled; null for the current secret. */
  endsAt: Date | null;
  templates: string[];
  services: string[];
  addresses: string[];
};

/** While the deletion of an account is pending, all its keys are inactive, including new ones. */
const columns = `user_id AS "userId", key_id AS "keyId", livemode, expires_on AS "expiresOn", scopes,
    allowed_templates AS templates, allowed_services AS services, allowed_addresses AS addresses,
    is_active AND NOT EXISTS (
      SELECT FROM account_deletions AS d WHERE d.user_id = credentials.user_id) AS "isActive",
    EXISTS (
      SELECT FROM account_suspensions AS s WHERE s.user_id = credentials.user_id) AS "isSuspended"`;

/**
 * PostgreSQL stops at the LIMIT, so the second SELECT runs only if the first finds nothing. A current secret therefore costs
 * one index lookup.
 */
const findSql = `
  SELECT ${columns}, NULL::timestamptz AS "endsAt" FROM credentials WHERE secret_hash = ANY($1::bytea[])
  UNION ALL
  SELECT ${columns}, previous_ends_at FROM credentials WHERE previous_secret_hash = ANY($1::bytea[])
  LIMIT 1`;

/** Caches keys, without the settings of their owners. */
const findCredentialCached = createTtlCache(async (secretKey) => {
  const values = [listSecretKeyHashes(secretKey)];
  const [found] = await query<Credential>('find-credential', findSql, values);
  if (!found) return null;
  const { templates, services, addresses, ...credential } = found;
  return {
    ...credential,
    restriction: toRestriction(templates, services),
    keyAddresses: addresses.length > 0 ? new AllowList(addresses) : null,
  };
}, callerCacheOptions);

/** Finds the settings of the account that owns a key or hook. Cached. */
export const findOwnerSettings = createTtlCache(async (userId) => {
  const settings = await getSettings(userId);
  const accountAddresses = settings.ipFiltering ? new AllowList(settings.allowedAddresses) : null;
  return { settings, accountAddresses };
}, callerCacheOptions);

/**
 * Finds the owner of an API key, even if the key does not allow the call.
 *
 * @throws DomainError `invalid_credentials`
 */
export async function findApiKeyOwner({
  keyId,
  secretKey,
}: ApiKeyCredentials): Promise<ApiKeyOwner> {
  const found = await findCredentialCached(secretKey);
  if (!found || (keyId !== null && keyId !== found.keyId)) {
    throw new DomainError('invalid_credentials');
  }
  const { endsAt, ...credential } = found;
  if (endsAt && endsAt <= clock.now()) throw new DomainError('invalid_credentials');
  return { ...credential, ...(await findOwnerSettings(credential.userId)) };
}

/** Precision of `last_used_at`, in milliseconds: a key in use costs one write a minute. */
const precisionMs = 60_000;

/** Maximum number of cached keys. A full cache is cleared. The SQL statement limits the writes even without the cache. */
const maxCachedKeys = 10_000;

/** When this instance last recorded the use of each key, as a value of `performance.now()`. */
const recorded = perInstance(() => new Map<string, number>());

type Use = { keyId: string; address: string };

const recordUseSql = `
  UPDATE credentials SET last_used_at = $3, last_used_from = nullif(used.address, '')
  FROM unnest($1::text[], $2::text[]) AS used(key_id, address)
  WHERE credentials.key_id = used.key_id AND (last_used_at IS NULL OR last_used_at <= $4)`;

const write = createBatch(
  async (uses: Use[]) => {
    const now = clock.now();
    const before = new Date(now.getTime() - precisionMs);
    const sorted = uses.toSorted((a, b) => (a.keyId < b.keyId ? -1 : 1));
    const [keyIds, addresses] = [
      sorted.map(({ keyId }) => keyId),
      sorted.map(({ address }) => address),
    ];
    await query('record-key-use', recordUseSql, [keyIds, addresses, now, before]);
    return uses;
  },
  { max: 500 },
);

/**
 * Records that an API key was used, at most once a minute for all processes together. Runs in the background, so a failure
 * does not make the API call fail.
 *
 * @param keyId the API ID
 * @param address the exact client address; empty if unknown
 */
export function recordKeyUse(keyId: string, address: string): void {
  const lastRecordedAt = recorded();
  const now = performance.now();
  const last = lastRecordedAt.get(keyId);
  if (last !== undefined && now - last < precisionMs) return;
  if (lastRecordedAt.size >= maxCachedKeys) lastRecordedAt.clear();
  lastRecordedAt.set(keyId, now);
  write({ keyId, address }).catch((error) =>
    logger.warn({ error }, 'could not record API key use'),
  );
}
