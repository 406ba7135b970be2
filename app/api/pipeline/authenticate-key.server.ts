import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.server.ts';
import { isEmailConfirmed } from '#domain/identity/accounts/is-email-confirmed.server.ts';
import { signUpSettings } from '#domain/identity/accounts/settings.server.ts';
import {
  type ApiKeyOwner,
  type Caller,
  callerCacheOptions,
} from '#domain/identity/api-keys/contract.ts';
import { recordKeyUse } from '#domain/identity/api-keys/record-key-use.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { createTtlCache } from '#platform/ttl-cache.ts';

/** Queries nothing if email confirmation is not required. */
const getMaySend = createTtlCache(
  async (userId) => !signUpSettings.REQUIRE_CONFIRMED_EMAIL || isEmailConfirmed(userId),
  callerCacheOptions,
);

const getPeriod = createTtlCache(getCurrentUsagePeriod, callerCacheOptions);

/**
 * Checks that a key may be used, and records its use.
 *
 * @param address the exact client address
 * @throws DomainError `key_inactive`, `key_expired` or `address_not_allowed`
 */
export async function authenticateKey(holder: ApiKeyOwner, address: string): Promise<Caller> {
  const { userId, keyId, settings } = holder;
  if (!holder.isActive) throw new DomainError('key_inactive');
  if (holder.expiresOn && holder.expiresOn <= clock.now()) throw new DomainError('key_expired');
  if (!holder.admits(address)) {
    const message = `Calls from ${address || 'an unknown address'} are not allowed by the settings of the account.`;
    throw new DomainError('address_not_allowed', { message });
  }
  recordKeyUse(keyId);
  const [period, maySend] = await Promise.all([getPeriod(userId), getMaySend(userId)]);
  return {
    userId,
    keyId,
    periodId: period.id,
    onDefaultPlan: period.isDefaultPlan,
    maySend,
    settings,
  };
}
