import type { Lane } from '../carriers/contract.ts';

/** What operators tell apart: what a recipient has asked for, and advertising (TCCCPR 2018). */
export const categories = ['transactional', 'promotional'] as const;

export type Category = (typeof categories)[number];

/**
 * The category of a message: that of its template, where it is known. Operators register promotional headers as digits
 * alone, and most others as letters; a one-time password is never promotional.
 */
export function categoryOf(
  lane: Lane,
  { sender, promotional }: { sender: string; promotional: boolean },
): Category {
  return lane === 'messages' && (promotional || /^\d+$/.test(sender))
    ? 'promotional'
    : 'transactional';
}
