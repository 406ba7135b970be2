import type { Block } from '#app/content/contract.ts';
import { placeholders } from './contract.ts';

/** A page's blocks with the reader's API ID in their code, if there is one, as samples have it. */
export function fillInApiId(blocks: Block[], keyId: string | null): Block[] {
  if (!keyId) return blocks;
  const fill = (text: string) => text.replaceAll(placeholders.keyId, keyId);
  return blocks.map((block) =>
    block.kind === 'code' ? { ...block, text: fill(block.text), html: fill(block.html) } : block,
  );
}
