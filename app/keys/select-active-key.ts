import type { ApiKeyOutput } from '#domain/identity/api-keys/contract.ts';

type Choosable = Pick<ApiKeyOutput, 'keyId' | 'isActive'>;

/** The user's key that was asked for, if it is active; else the first one that is, or null. */
export function selectActiveKey<K extends Choosable>(keys: K[], keyId: string | null): K | null {
  const active = keys.filter(({ isActive }) => isActive);
  return active.find((key) => key.keyId === keyId) ?? active[0] ?? null;
}
