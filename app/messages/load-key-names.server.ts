import { listKeys } from '#domain/identity/api-keys/list-keys.ts';
import type { KeyName } from './contract.ts';

/** The names of a user's API keys, of both modes unless one is given. */
export async function loadKeyNames(userId: string, livemode?: boolean): Promise<KeyName[]> {
  const keys = await listKeys(userId);
  return keys
    .filter((key) => livemode === undefined || key.livemode === livemode)
    .map(({ keyId, name }) => ({ keyId, name }));
}
