import type { Block } from '#app/content/contract.ts';
import { getSignedInUser } from '#app/session/session.server.ts';
import { findActiveApiId } from '#domain/identity/api-keys/list-keys.server.ts';
import { placeholders } from './contract.ts';

/** The API ID that samples show: the reader's first active key, or null. */
export async function findReaderApiId(request: Request): Promise<string | null> {
  const signedIn = await getSignedInUser(request);
  return signedIn && findActiveApiId(signedIn.userId);
}

/** Replaces the API ID placeholder in the code blocks of a page, if the reader has one. */
export function fillInApiId(blocks: Block[], keyId: string | null): Block[] {
  if (!keyId) return blocks;
  const fill = (text: string) => text.replaceAll(placeholders.keyId, keyId);
  return blocks.map((block) =>
    block.kind === 'code' ? { ...block, text: fill(block.text), html: fill(block.html) } : block,
  );
}
