import type { ApiKeyOutput } from '#domain/identity/api-keys/contract.ts';

type Choosable = Pick<ApiKeyOutput, 'keyId' | 'isActive'>;

/** The selected key if it is active, else the first active one, or null. */
export function selectActiveKey<K extends Choosable>(keys: K[], keyId: string | null): K | null {
  const active = keys.filter(({ isActive }) => isActive);
  return active.find((key) => key.keyId === keyId) ?? active[0] ?? null;
}
