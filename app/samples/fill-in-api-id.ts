import type { Block } from '#app/content/contract.ts';
import { placeholders } from './contract.ts';

/** Replaces the API ID placeholder in the code blocks of a page, if the reader has one. */
export function fillInApiId(blocks: Block[], keyId: string | null): Block[] {
  if (!keyId) return blocks;
  const fill = (text: string) => text.replaceAll(placeholders.keyId, keyId);
  return blocks.map((block) =>
    block.kind === 'code' ? { ...block, text: fill(block.text), html: fill(block.html) } : block,
  );
}
