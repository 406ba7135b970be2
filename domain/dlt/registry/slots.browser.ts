/**
 * The types of a template's slots. The direction of 18 November 2025 (TRAI, D-2711/(2)/2024-QoS) introduced all types
 * except `var`. Older templates have only slots `var`, which have no type.
 */
export const slotTypes = [
  'var',
  'numeric',
  'alphanumeric',
  'url',
  'urlott',
  'cbn',
  'email',
] as const;

export type SlotType = (typeof slotTypes)[number];

/** A part of a template that each message fills with a value. */
export type Slot = {
  type: SlotType;
  /**
   * The maximum length of a value in characters, if the portal specifies it. If it is null, the profile's limit for the
   * type applies.
   */
  max: number | null;
};

/**
 * The type of a slot that a portal stores separately from the text. SmartPing and Tata store it this way, and keep `{#var#}` in
 * the text. `position` counts slots from 1.
 */
export type DeclaredSlot = { position: number; type: SlotType; max?: number | undefined };

const shortNames: Partial<Record<SlotType, string>> = {
  numeric: 'num',
  alphanumeric: 'alp',
  url: 'urg',
  urlott: 'uro',
};

/**
 * The names of slot types in tags, in lower case and without spaces. They are TRAI's names (Annexure I of the direction)
 * and the short names that the portals of Airtel, Jio and Vi store instead, for example `{#num#}` for an entered
 * `{#numeric#}`.
 */
const typeByName: ReadonlyMap<string, SlotType> = new Map<string, SlotType>([
  ...slotTypes.map((type) => [type, type] as const),
  ...Object.entries(shortNames).map(([type, name]) => [name, type as SlotType] as const),
  ['number', 'numeric'],
]);

/** A tag in the syntax of DLT, with any name, for example `{#num#}`, `{#NUM#}` or `{# num #}`. */
const tagForm = /^\{#[ \t]*([a-z]{1,20})[ \t]*#\}$/i;

/**
 * @returns the type of the slot, and whether the tag is written like portals write it; undefined if the tag is not a slot
 */
export function readTag(tag: string): { type: SlotType; isUsual: boolean } | undefined {
  const name = tagForm.exec(tag)?.[1] ?? '';
  const type = typeByName.get(name.toLowerCase());
  return type && { type, isUsual: tag === `{#${name.toLowerCase()}#}` };
}

/** The tags of a type, for error messages: the long one and, if it exists, the short one that portals export. */
export const tagsOf = (type: SlotType): string[] =>
  [type, shortNames[type] ?? []].flat().map((name) => `{#${name}#}`);

/** The valid tags, for error messages. */
export const knownTags = slotTypes.flatMap(tagsOf).join(', ');

/** The allowed length and characters of a value. */
export type SlotRule = { min: number; max: number; accepts: (codePoint: number) => boolean };

/** The characters that an alphanumeric slot may allow. Sources differ; see `docs/operations.md`. */
export const alphanumericClasses = ['letters_digits', 'letters_digits_space_punctuation'] as const;

/** The limits of values for which operators have different rules. */
type SlotLimits = {
  alphanumeric: (typeof alphanumericClasses)[number];
  max: Readonly<Record<SlotType, number>>;
};

/** The length of the shortest phone number: 1800 or 1860 and four digits. */
export const shortestNumber = 8;

const inRange = (point: number, from: number, to: number) => point >= from && point <= to;

const isDigit = (point: number) => inRange(point, 0x30, 0x39);

const isAsciiLetter = (point: number) => inRange(point, 0x41, 0x5a) || inRange(point, 0x61, 0x7a);

const letterOrDigit = /[\p{L}\p{M}\p{Nd}]/u;

const isLetterOrDigit = (point: number) =>
  isDigit(point) ||
  isAsciiLetter(point) ||
  (point > 0x7f && letterOrDigit.test(String.fromCodePoint(point)));

const spaceAndPunctuation: readonly number[] = [...' _/.'].map((one) => one.charCodeAt(0));

/** Whether a code point is a printable ASCII character, except a space, `<` and `>`. */
const isAddressCharacter = (point: number) =>
  inRange(point, 0x21, 0x7e) && point !== 0x3c && point !== 0x3e;

/** Whether a value may contain the code point: DLT texts may not contain `<`, `>` and control characters. */
const isTextCharacter = (point: number) =>
  point >= 0x20 && point !== 0x3c && point !== 0x3e && !inRange(point, 0x7f, 0x9f);

/** Whether a code point is an ASCII digit, or the + of a country code. */
const isNumberCharacter = (point: number) => isDigit(point) || point === 0x2b;

/** For each slot type, tests whether a value may contain a code point. */
function acceptsOf({ alphanumeric }: SlotLimits): Record<SlotType, SlotRule['accepts']> {
  const isStrict = alphanumeric === 'letters_digits';
  const isAddress = inTable(isAddressCharacter);
  return {
    var: inTable(isTextCharacter),
    numeric: inTable(isDigit),
    alphanumeric: inTable(
      (point) => isLetterOrDigit(point) || (!isStrict && spaceAndPunctuation.includes(point)),
    ),
    url: isAddress,
    urlott: isAddress,
    cbn: inTable(isNumberCharacter),
    email: isAddress,
  };
}

/** Speeds up a test with a table for ASCII, because the matcher tests every character. */
function inTable(accepts: SlotRule['accepts']): SlotRule['accepts'] {
  const table = Uint8Array.from({ length: 128 }, (_, point) => (accepts(point) ? 1 : 0));
  return (point) => (point < 128 ? table[point] === 1 : accepts(point));
}

/** Creates a function that returns the rule of a slot. The `max` of a slot overrides the limit of its type. */
export function createSlotRules(limits: SlotLimits): (slot: Slot) => SlotRule {
  const accepts = acceptsOf(limits);
  const rules = new Map<SlotType, SlotRule>(
    slotTypes.map((type) => {
      const min = type === 'cbn' ? shortestNumber : 1;
      return [type, { min, max: limits.max[type], accepts: accepts[type] }];
    }),
  );
  return ({ type, max }) => {
    const rule = rules.get(type) as SlotRule;
    return max === null ? rule : { ...rule, max };
  };
}
