import { z } from 'zod';
import {
  alphanumericClasses,
  createSlotRules,
  type Slot,
  type SlotRule,
} from '../registry/slots.browser.ts';
import type { ChainRule } from './chain-rule.ts';

/** `warn` accepts what DLT would refuse, and says so; `off` checks only whose header it is. */
export const dltModes = ['enforce', 'warn', 'off'] as const;

export type DltMode = (typeof dltModes)[number];

const severity = z.enum(['error', 'warning']);

/** A message has at most 1,530 characters. */
const max = z.int().min(1).max(1_530);

/**
 * What operators or sources do not agree on, for the operator of the installation to decide; `docs/operations.md`
 * gives the reasons for the defaults. One set for all carriers: which of them gets a message is not known when it is checked.
 */
const disputedRules = z.strictObject({
  /** A difference in case, blanks, quotes or punctuation alone: one operator is said to ignore it. */
  nearMatch: severity.default('error'),
  /** Templates with `{#var#}`: no date after which all operators refuse them is known. */
  untagged: severity.default('warning'),
  /** Ten digits in a slot that is not for numbers: they may be an order. */
  possibleNumber: severity.default('warning'),
  /** What is not among the registered links. Operators check links; for the others no date is known. */
  notWhitelisted: z
    .strictObject({
      link: severity.default('error'),
      number: severity.default('warning'),
      email: severity.default('warning'),
    })
    .prefault({}),
  /** Characters of an alphanumeric slot. */
  alphanumeric: z.enum(alphanumericClasses).default('letters_digits_space_punctuation'),
  /** The longest values in characters, where a portal has not said so of a slot: the smallest that are widely documented. */
  maxCharacters: z
    .strictObject({
      var: max.default(30),
      numeric: max.default(30),
      alphanumeric: max.default(40),
      url: max.default(120),
      urlott: max.default(120),
      cbn: z.int().min(8).max(20).default(14),
      email: max.default(40),
    })
    .prefault({}),
});

type DisputedRules = z.output<typeof disputedRules>;

/** A setting: a JSON object with those that differ from the defaults. */
export const disputedRulesText = z.preprocess((value, context) => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    context.addIssue({ code: 'custom', message: 'is not JSON' });
    return z.NEVER;
  }
}, disputedRules);

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
