import type { Block } from '#app/content/docs.ts';
import { readLivemode } from '#app/dashboard/choices.server.ts';
import { getSignedInUser } from '#app/session/session.server.ts';
import { findActiveApiId } from '#domain/identity/api-keys/user-keys.ts';
import { placeholders, secretPlaceholderOf } from './contract.ts';

/** The API ID that samples show: the reader's first active key of the dashboard's mode, or null. */
export async function findReaderApiId(request: Request): Promise<string | null> {
  const signedIn = await getSignedInUser(request);
  if (!signedIn) return null;
  return findActiveApiId(signedIn.userId, await readLivemode(request, signedIn));
}

/**
 * Fills in the code blocks of a page: replaces the API ID placeholder with the reader's API ID, if there is one, and the API
 * key placeholder with the placeholder of the same mode.
 */
export function fillInApiId(blocks: Block[], keyId: string | null): Block[] {
  if (!keyId) return blocks;
  const fill = (text: string) =>
    text
      .replaceAll(placeholders.keyId, keyId)
      .replaceAll(placeholders.secretKey, secretPlaceholderOf(keyId));
  return blocks.map((block) =>
    block.kind === 'code' ? { ...block, text: fill(block.text), html: fill(block.html) } : block,
  );
}
