import type { ApiKeyOutput } from '#domain/identity/api-keys/contract.ts';
import { listKeys } from '#domain/identity/api-keys/list-keys.server.ts';
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
