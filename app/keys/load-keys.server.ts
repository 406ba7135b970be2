import type { ApiKeyOutput } from '#domain/identity/api-keys/contract.browser.ts';
import { listKeys } from '#domain/identity/api-keys/list-keys.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { logger } from '#platform/logger.ts';

/** The user's API keys, or null if they could not be loaded, for the page's error state. */
export async function loadKeys({ userId }: SignedInUser): Promise<{ keys: ApiKeyOutput[] | null }> {
  try {
    return { keys: await listKeys(userId) };
  } catch (error) {
    logger.error({ error }, 'API keys of a user could not be loaded');
    return { keys: null };
  }
}

type Choosable = Pick<ApiKeyOutput, 'keyId' | 'isActive'>;

/** The selected key if it is active, else the first active one, or null. */
export function selectActiveKey<K extends Choosable>(keys: K[], keyId: string | null): K | null {
  const active = keys.filter(({ isActive }) => isActive);
  return active.find((key) => key.keyId === keyId) ?? active[0] ?? null;
}
