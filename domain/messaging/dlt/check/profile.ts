import {
  createSlotRules,
  type Slot,
  type SlotLimits,
  type SlotRule,
  usualSlotLimits,
} from '../registry/slots.ts';

/** `warn` accepts what DLT would refuse, and says so; `off` checks only whose header it is. */
export const dltModes = ['enforce', 'warn', 'off'] as const;

export type DltMode = (typeof dltModes)[number];

type Severity = 'error' | 'warning';

/** How to check, where operators or sources differ. `docs/decisions/047-dlt.md` gives the reasons for the defaults. */
export type DltProfile = {
  mode: DltMode;
  ruleOf: (slot: Slot) => SlotRule;
  /** A difference in case, blanks, quotes or punctuation alone: one operator is said to ignore it. */
  nearMatch: Severity;
  /** Templates with `{#var#}`: no date after which all operators refuse them is known. */
  untagged: Severity;
  /** Ten digits in a slot that is not for numbers: they may be an order. */
  possibleNumber: Severity;
  /** What is not among the registered links. Operators check links; for the others no date is known. */
  notWhitelisted: Readonly<Record<'link' | 'number' | 'email', Severity>>;
  /** The hours for promotional messages, by India's clock. */
  promotionalHours: { from: string; to: string };
  /** The carrier whose chain is needed; null before one is chosen. Vi accepts two telemarketers. */
  chain: { carrier: string; maxTelemarketers: number } | null;
};

export const createProfile = ({
  limits = usualSlotLimits,
  ...changes
}: Partial<Omit<DltProfile, 'ruleOf'>> & { limits?: SlotLimits } = {}): DltProfile => ({
  mode: 'enforce',
  ruleOf: createSlotRules(limits),
  nearMatch: 'error',
  untagged: 'warning',
  possibleNumber: 'warning',
  notWhitelisted: { link: 'error', number: 'warning', email: 'warning' },
  promotionalHours: { from: '10:00', to: '21:00' },
  chain: null,
  ...changes,
});
