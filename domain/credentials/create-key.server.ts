import { transaction } from '#platform/db.server.ts';
import type { CreateKeyInput, KeyView } from './contract.ts';
import { insertKey, keysLock } from './insert-key.server.ts';

/**
 * Makes an API key.
 *
 * @returns it with its secret, which is stored encrypted only
 * @throws DomainError `invalid_parameter` if the account has `maxKeys` already
 */
export function createKey({
  userId,
  ...input
}: CreateKeyInput & { userId: string }): Promise<KeyView> {
  return transaction((on) => insertKey(userId, input, on), { lock: keysLock(userId) });
}
