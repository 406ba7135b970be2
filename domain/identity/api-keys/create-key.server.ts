import { transaction } from '#platform/db.server.ts';
import type { ApiKeyOutput } from './contract.ts';
import { apiKeysLockName, insertKey, type NewKey } from './insert-key.server.ts';

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
