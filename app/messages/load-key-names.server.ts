import { listKeys } from '#domain/identity/api-keys/list-keys.server.ts';
import type { KeyName } from './contract.ts';

/** The names of a user's API keys. */
export async function loadKeyNames(userId: string): Promise<KeyName[]> {
  const keys = await listKeys(userId);
  return keys.map(({ keyId, name }) => ({ keyId, name }));
}
