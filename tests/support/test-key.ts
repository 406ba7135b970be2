import { createKey } from '#domain/identity/api-keys/create-key.ts';
import type { Account } from './account.ts';
import { client } from './client.ts';

export async function aTestKeyOf({ userId }: Pick<Account, 'userId'>): Promise<Account> {
  const { keyId, secretKey } = await createKey({ userId, name: 'Tests', livemode: false });
  return { userId, keyId, secretKey };
}

/** An account, its test key, and clients with the live key and the test key. */
export async function callersOf(url: string, account: Account) {
  const testKey = await aTestKeyOf(account);
  return { account, testKey, live: client(url, account), testing: client(url, testKey) };
}
