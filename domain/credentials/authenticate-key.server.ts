import { isEmailConfirmed } from '#domain/accounts/is-email-confirmed.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { currentPeriod } from '#domain/usage/current-period.server.ts';
import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import { env } from '#platform/env.ts';
import { createShortCache } from '#platform/short-cache.ts';
import type { Caller, PresentedKey } from './contract.ts';
import { noteUse } from './note-use.server.ts';
import { hashSecretKey } from './secret.server.ts';

/** Half of the second within which a change to a key must be felt everywhere. */
const ttlMs = 500;

const credentialOf = createShortCache(
  (secretKey) =>
    prisma.credential.findUnique({
      where: { secretHash: new Uint8Array(hashSecretKey(secretKey)) },
      select: { userId: true, keyId: true, isActive: true, expiresOn: true },
    }),
  { ttlMs, max: 10_000 },
);

/** Where nobody has to confirm an address, nothing is read. */
const maySendOf = createShortCache(
  async (userId) => !env.REQUIRE_CONFIRMED_EMAIL || isEmailConfirmed(userId),
  { ttlMs, max: 10_000 },
);

const periodOf = createShortCache(currentPeriod, { ttlMs, max: 10_000 });

/**
 * Finds out who calls, and notes that the key was used.
 *
 * @throws DomainError `invalid_credentials`, `key_inactive` or `key_expired`
 */
export async function authenticateKey({ keyId, secretKey }: PresentedKey): Promise<Caller> {
  const credential = await credentialOf(secretKey);
  if (!credential || (keyId !== null && keyId !== credential.keyId)) {
    throw new DomainError('invalid_credentials');
  }
  if (!credential.isActive) throw new DomainError('key_inactive');
  if (credential.expiresOn && credential.expiresOn <= clock.now()) {
    throw new DomainError('key_expired');
  }
  noteUse(credential.keyId);
  const { userId } = credential;
  const [period, maySend] = await Promise.all([periodOf(userId), maySendOf(userId)]);
  return { userId, keyId: credential.keyId, periodId: period.id, maySend };
}
