import { createKey } from '#domain/identity/api-keys/create-key.ts';
import type { Account } from './account.ts';

/** A test key of an account, as an account that calls with it. */
export async function aTestKeyOf({ userId }: Pick<Account, 'userId'>): Promise<Account> {
  const { keyId, secretKey } = await createKey({ userId, name: 'Tests', livemode: false });
  return { userId, keyId, secretKey };
}
