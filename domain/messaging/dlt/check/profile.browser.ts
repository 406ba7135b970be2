import type { ChainRule } from '#domain/messaging/delivery/carriers/chain-rule.ts';
import { createSlotRules, type Slot, type SlotRule } from '../registry/slots.browser.ts';
import { type DisputedRules, disputedRules } from './disputed-rules.browser.ts';

/** `warn` accepts what DLT would refuse, and says so; `off` checks only whose header it is. */
export const dltModes = ['enforce', 'warn', 'off'] as const;

export type DltMode = (typeof dltModes)[number];

/** How to check, where accounts, operators or sources differ. */
export type DltProfile = Omit<DisputedRules, 'alphanumeric' | 'maxCharacters'> & {
  mode: DltMode;
  ruleOf: (slot: Slot) => SlotRule;
  /** The hours for promotional messages, by India's clock. */
  promotionalHours: { from: string; to: string; shownAs?: string };
  /** What the carriers over which it may go demand of the entity's chains of telemarketers. */
  chains: readonly ChainRule[];
};

const defaults = disputedRules.parse({});

export function createProfile(
  changes: Partial<Omit<DltProfile, 'ruleOf'> & DisputedRules> = {},
): DltProfile {
  const { alphanumeric, maxCharacters, ...rules } = { ...defaults, ...changes };
  return {
    mode: 'enforce',
    promotionalHours: { from: '10:00', to: '21:00' },
    chains: [],
    ...rules,
    ruleOf: createSlotRules({ alphanumeric, max: maxCharacters }),
  };
}
