import { transaction } from '#platform/db.server.ts';
import type { KeyView } from './contract.ts';
import { insertKey, keysLock, type NewKey } from './insert-key.server.ts';

/**
 * Makes an API key.
 *
 * @returns it with its secret, which is stored encrypted only
 * @throws DomainError `invalid_parameter` if the account has `maxKeys` already
 */
export function createKey({ userId, ...input }: NewKey & { userId: string }): Promise<KeyView> {
  return transaction((on) => insertKey(userId, input, on), { lock: keysLock(userId) });
}
