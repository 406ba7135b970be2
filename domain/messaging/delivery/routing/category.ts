import type { Lane } from '../carriers/contract.ts';

/** What operators tell apart: what a recipient has asked for, and advertising (TCCCPR 2018). */
export const categories = ['transactional', 'promotional'] as const;

export type Category = (typeof categories)[number];

/**
 * The category of a message. Operators register promotional headers as digits alone, and others as letters; a one-time
 * password is never promotional.
 */
export function categoryOf(lane: Lane, sender: string): Category {
  return lane === 'messages' && /^\d+$/.test(sender) ? 'promotional' : 'transactional';
}
