import {
  type Slot,
  type SlotType,
  shortestNumber,
} from '#domain/messaging/dlt/registry/slots.browser.ts';

/** How long values may be in this installation, where a slot does not say so itself. */
export type LongestValues = Readonly<Record<SlotType, number>>;

/** How long the values of a slot may be, in words. */
export function describeLimit({ type, max }: Slot, longest: LongestValues): string {
  const least = type === 'cbn' ? `${shortestNumber}` : 'up';
  return `${least} to ${max ?? longest[type]} characters`;
}
