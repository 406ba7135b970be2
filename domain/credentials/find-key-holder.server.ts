import { createAllowList } from '#domain/settings/allow-list.server.ts';
import { settingsOf } from '#domain/settings/settings-of.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { prisma } from '#platform/db.server.ts';
import { createShortCache } from '#platform/short-cache.ts';
import { type KeyHolder, type PresentedKey, rememberedFor } from './contract.ts';
import { hashesOfSecretKey } from './secret.server.ts';

const credentialOf = createShortCache(
  (secretKey) =>
    prisma.credential.findFirst({
      where: {
        secretHash: { in: hashesOfSecretKey(secretKey).map((hash) => new Uint8Array(hash)) },
      },
      select: { userId: true, keyId: true, isActive: true, expiresOn: true },
    }),
  rememberedFor,
);

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
