import { transaction } from '#platform/db.server.ts';
import type { ApiKeyOutput } from './contract.ts';
import { apiKeysLockName, insertKey, type NewKey } from './insert-key.server.ts';

/**
 * Makes an API key.
 *
 * @returns it with its secret, which is stored encrypted only
 * @throws DomainError `invalid_parameter` if the account has `maxApiKeysPerAccount` already
 */
export function createKey({
  userId,
  ...input
}: NewKey & { userId: string }): Promise<ApiKeyOutput> {
  return transaction((on) => insertKey(userId, input, on), { lock: apiKeysLockName(userId) });
}
