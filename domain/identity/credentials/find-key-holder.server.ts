import { createAllowList } from '#domain/identity/settings/allow-list.server.ts';
import { settingsOf } from '#domain/identity/settings/settings-of.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { query } from '#platform/db.server.ts';
import { createShortCache } from '#platform/short-cache.ts';
import { type KeyHolder, type PresentedKey, rememberedFor } from './contract.ts';
import { hashesOfSecretKey } from './secret.server.ts';

type Credential = Pick<KeyHolder, 'userId' | 'keyId' | 'isActive' | 'expiresOn'>;

const statement = `
  SELECT user_id AS "userId", key_id AS "keyId", is_active AS "isActive", expires_on AS "expiresOn"
  FROM credentials WHERE secret_hash = ANY($1::bytea[])`;

const credentialOf = createShortCache(async (secretKey) => {
  const values = [hashesOfSecretKey(secretKey)];
  const [credential] = await query<Credential>('find-credential', statement, values);
  return credential ?? null;
}, rememberedFor);

/** What the owner of a key chose, with the list of addresses made ready to be looked up. */
const chosenBy = createShortCache(async (userId) => {
  const settings = await settingsOf(userId);
  const admits = settings.ipFiltering ? createAllowList(settings.allowedAddresses) : () => true;
  return { settings, admits };
}, rememberedFor);

/**
 * Finds out whose key it is, whether or not it lets them in.
 *
 * @throws DomainError `invalid_credentials`
 */
export async function findKeyHolder({ keyId, secretKey }: PresentedKey): Promise<KeyHolder> {
  const credential = await credentialOf(secretKey);
  if (!credential || (keyId !== null && keyId !== credential.keyId)) {
    throw new DomainError('invalid_credentials');
  }
  return { ...credential, ...(await chosenBy(credential.userId)) };
}
