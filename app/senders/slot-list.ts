import { maxSlots } from '#domain/dlt/registry/parse-template.browser.ts';
import { type DeclaredSlot, type SlotType, slotTypes } from '#domain/dlt/registry/slots.browser.ts';

const known = new Set<string>(slotTypes);

/** A type, and perhaps the longest value. */
const written = /^([a-z]+)(?: +(\d{1,4}))?$/;

/**
 * Reads the types of a body's slots as one types them, in order: `numeric 6, var, url`. The number is the longest value.
 *
 * @returns what is wrong with them, in a sentence, if they cannot be read
 */
export function parseSlotList(typed: string): DeclaredSlot[] | { problem: string } {
  const slots: DeclaredSlot[] = [];
  const parts = typed.trim() === '' ? [] : typed.split(',');
  if (parts.length > maxSlots) return { problem: `A body has at most ${maxSlots} slots.` };
  for (const [at, part] of parts.entries()) {
    const [, type = '', max] = written.exec(part.trim()) ?? [];
    if (!known.has(type) || max === '0') {
      const problem = `Please write slot ${at + 1} as one of ${slotTypes.join(', ')}, and its longest value if the portal limits it: numeric 6.`;
      return { problem };
    }
    const slot = { position: at + 1, type: type as SlotType };
    slots.push(max === undefined ? slot : { ...slot, max: Number(max) });
  }
  return slots;
}
