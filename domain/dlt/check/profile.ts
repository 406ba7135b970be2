import { z } from 'zod';
import type { DltMode } from '../registry/contract.browser.ts';
import {
  alphanumericClasses,
  createSlotRules,
  type Slot,
  type SlotRule,
} from '../registry/slots.browser.ts';

const tlvSchema = z.object({
  /**
   * The TLV's tag, for example 5120 (0x1400). It is configurable, because each carrier assigns the tags of the vendor range
   * itself.
   */
  tag: z.number().int().min(0x1400).max(0x3fff),
  type: z.enum(['octets', 'cstring']).default('octets'),
  source: z.enum(['entity', 'template', 'telemarketer', 'chain']),
});

/** The settings of a carrier's profile for chains of telemarketers (TCCCPR 2018) and for the TLVs that carry them. */
export const chainShape = {
  telemarketerIds: z.array(z.string().max(64)).max(8).default([]),
  tlvs: z.array(tlvSchema).max(16).default([]),
  /**
   * `required`: each entity needs its own chain, which its account has registered as approved for this carrier. `optional`:
   * messages of an entity without a chain are sent with `telemarketerIds`.
   */
  chain: z.enum(['optional', 'required']).default('optional'),
  /** The maximum number of telemarketers in a chain; Vi accepts two. */
  maxTelemarketers: z.int().min(1).max(8).default(8),
};

type ChainProfile = z.output<z.ZodObject<typeof chainShape>>;

/** A carrier's requirements for the telemarketer chains of accounts' entities. */
export type ChainRule = {
  carrier: string;
  /** Whether each entity needs its own chain. */
  isRequired: boolean;
  maxTelemarketers: number;
};

/**
 * Returns the chain rule of a carrier. A chain is also required if the carrier's TLVs contain telemarketers but the
 * carrier's profile has no `telemarketerIds`.
 */
export function toChainRule(profile: ChainProfile & { name: string }): ChainRule {
  const { name, chain, maxTelemarketers, tlvs, telemarketerIds } = profile;
  const isNamed = tlvs.some(({ source }) => source === 'telemarketer' || source === 'chain');
  const isRequired = chain === 'required' || (isNamed && telemarketerIds.length === 0);
  return { carrier: name, isRequired, maxTelemarketers };
}

const severity = z.enum(['error', 'warning']);

/** A maximum length in characters. A message has at most 1,530. */
const max = z.int().min(1).max(1_530);

/**
 * Rules on which telecom operators or sources disagree. The operator of the installation decides them; `docs/operations.md`
 * gives the reasons for the defaults. The same rules apply to all carriers, because the carrier of a message is not known
 * when the message is checked.
 */
const disputedRules = z.strictObject({
  /** A difference only in case, spaces, quotes or punctuation. One operator is said to ignore such differences. */
  nearMatch: severity.default('error'),
  /** Templates with `{#var#}`. It is not known when all operators will reject them. */
  untagged: severity.default('warning'),
  /** Ten digits in a slot that is not for phone numbers. Such digits can be an order number. */
  possibleNumber: severity.default('warning'),
  /**
   * Unregistered links, phone numbers and email addresses. Operators already check links; it is not known when they will
   * check phone numbers and email addresses.
   */
  notWhitelisted: z
    .strictObject({
      link: severity.default('error'),
      number: severity.default('warning'),
      email: severity.default('warning'),
    })
    .prefault({}),
  /** The characters that an alphanumeric slot allows. */
  alphanumeric: z.enum(alphanumericClasses).default('letters_digits_space_punctuation'),
  /**
   * The maximum length of values in characters, for slots whose length the portal does not specify. The defaults are the
   * smallest of the widely documented limits.
   */
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

/** The setting: a JSON object with the rules that differ from the defaults. */
export const disputedRulesText = z.preprocess((value, context) => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    context.addIssue({ code: 'custom', message: 'is not JSON' });
    return z.NEVER;
  }
}, disputedRules);

/** The parameters of `checkDlt`: the mode of the account, the disputed rules, the hours and the carriers' requirements. */
export type DltProfile = Omit<DisputedRules, 'alphanumeric' | 'maxCharacters'> & {
  mode: DltMode;
  ruleOf: (slot: Slot) => SlotRule;
  /** The hours for promotional messages, in India time. */
  promotionalHours: { from: string; to: string; shownAs?: string };
  /** The requirements of the possible carriers for the entity's telemarketer chains. */
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
