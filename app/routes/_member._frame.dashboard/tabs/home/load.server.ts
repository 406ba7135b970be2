import { loadKeys } from '#app/keys/load-keys.server.ts';
import type { Figures } from '#domain/figures/contract.ts';
import { figuresOf } from '#domain/figures/figures-of.server.ts';
import type { SignedIn } from '#domain/sessions/contract.ts';
import { logger } from '#platform/logger.ts';

/** The user's API keys, and the figures of the last days; each is null if it cannot be read. */
export async function load(signedIn: SignedIn) {
  const [{ keys }, figures] = await Promise.all([loadKeys(signedIn), loadFigures(signedIn)]);
  return { keys, figures };
}

async function loadFigures({ userId }: SignedIn): Promise<Figures | null> {
  try {
    return await figuresOf(userId);
  } catch (error) {
    logger.error({ error }, 'the figures of a user cannot be read');
    return null;
  }
}
