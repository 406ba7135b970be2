import { createAllowList } from '#domain/identity/settings/allow-list.server.ts';
import { getSettings } from '#domain/identity/settings/stored-settings.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { query } from '#platform/db.server.ts';
import { createTtlCache } from '#platform/ttl-cache.ts';
import { type ApiKeyCredentials, type ApiKeyOwner, callerCacheOptions } from './contract.ts';
import { listSecretKeyHashes } from './generate-api-key.server.ts';

type Credential = Pick<ApiKeyOwner, 'userId' | 'keyId' | 'livemode' | 'isActive' | 'expiresOn'>;

/** While an account is to be deleted none of its keys is active, however many were created meanwhile. */
const statement = `
  SELECT user_id AS "userId", key_id AS "keyId", livemode, expires_on AS "expiresOn",
    is_active AND NOT EXISTS (
      SELECT FROM account_deletions AS d WHERE d.user_id = credentials.user_id) AS "isActive"
  FROM credentials WHERE secret_hash = ANY($1::bytea[])`;

const findCredentialCached = createTtlCache(async (secretKey) => {
  const values = [listSecretKeyHashes(secretKey)];
  const [credential] = await query<Credential>('find-credential', statement, values);
  return credential ?? null;
}, callerCacheOptions);

/** A key owner's settings, with the allow list parsed for lookups. */
const findSettingsCached = createTtlCache(async (userId) => {
  const settings = await getSettings(userId);
  const admits = settings.ipFiltering ? createAllowList(settings.allowedAddresses) : () => true;
  return { settings, admits };
}, callerCacheOptions);

/**
 * Finds the owner of an API key, whether or not the key allows the call.
 *
 * @throws DomainError `invalid_credentials`
 */
export async function findApiKeyOwner({
  keyId,
  secretKey,
}: ApiKeyCredentials): Promise<ApiKeyOwner> {
  const credential = await findCredentialCached(secretKey);
  if (!credential || (keyId !== null && keyId !== credential.keyId)) {
    throw new DomainError('invalid_credentials');
  }
  return { ...credential, ...(await findSettingsCached(credential.userId)) };
}
