import {
  codePointName,
  invisibleCharacters,
  isInvisible,
} from '#domain/shared/characters.browser.ts';
import type { Slot, SlotRule } from '../registry/slots.browser.ts';
import {
  fromCodePoints,
  isAt,
  matchTemplate,
  nextLength,
  type Pattern,
  type Span,
  toCodePoints,
  toPattern,
} from './match-template.ts';
import { describeWrongType } from './render-template.ts';
import { type Finding, finding, type NearKind, verdictCatalogue } from './verdicts.ts';

/** Accepts any value, to test only the fixed text. */
const anyValue: SlotRule = { min: 0, max: Number.POSITIVE_INFINITY, accepts: () => true };

/** For each kind of near match, a function that removes this difference from a text. The kinds are tried in this order. */
const foldings: Record<NearKind, (text: string) => string> = {
  case: (text) => text.toLowerCase(),
  invisible: (text) => text.replace(dropped.invisible, ''),
  whitespace: (text) => text.replace(dropped.whitespace, ''),
  quotes_and_dashes: (text) =>
    text
      .replace(/[‘’‚‛′`´]/gu, "'")
      .replace(/[“”„‟″«»]/gu, '"')
      .replace(/[‐‑‒–—―−]/gu, '-')
      .replace(/…/gu, '...'),
  punctuation: (text) => text.replace(/[\p{P}\p{S}\s]/gu, ''),
  unicode_form: (text) => text.normalize('NFC'),
};

/**
 * Explains why a message does not match a template. If all fixed text matches, it reports the value of a slot.
 * Otherwise it reports the first applicable of these: a difference that is easily overlooked; text that is missing or
 * additional at the end; the first difference.
 *
 * @param text the message; `message` has its code points
 */
export function diagnose(
  pattern: Pattern,
  text: string,
  message: Uint32Array,
  ruleOf: (slot: Slot) => SlotRule,
): Finding {
  const spans = matchTemplate(pattern, message, () => anyValue);
  if (spans) return findWrongValue(pattern, spans, message, ruleOf);
  const first = findFirstDifference(pattern, message);
  const place = { position: first.position, expected: first.expected };
  const kind = findNearKind(pattern, text, ruleOf);
  if (kind) return describeNear(kind, pattern, { text, message, first, ruleOf });
  if (first.end) {
    const detail =
      first.end === 'missing_end'
        ? 'The message ends before the fixed text of the template does.'
        : 'The message continues after the template ends.';
    return finding('dlt_template_not_matched', 'message', { ...place, kind: first.end, detail });
  }
  return finding('dlt_template_not_matched', 'message', place);
}

/**
 * Finds the first slot whose value breaks its rule. There must be such a slot, because all fixed text matches but the message
 * does not.
 */
function findWrongValue(
  pattern: Pattern,
  spans: readonly Span[],
  message: Uint32Array,
  ruleOf: (slot: Slot) => SlotRule,
): Finding {
  const { slots } = pattern;
  for (const [at, { from, to }] of spans.entries()) {
    const inRow = findRow(pattern, spans, at, message, ruleOf);
    if (inRow) return inRow;
    const { type, max: own } = slots[at] as Slot;
    const { min, max, accepts } = ruleOf({ type, max: own });
    const length = to - from;
    const slot = { number: at + 1, type, length, max };
    const place = { position: from, slot };
    if (length === 0) return finding('dlt_var_empty', 'message', place);
    if (length > max) {
      const detail = `The value of slot ${at + 1} has ${length} characters; at most ${max} are allowed.`;
      return finding('dlt_var_too_long', 'message', { ...place, detail });
    }
    const wrong = message.subarray(from, to).findIndex((point) => !accepts(point));
    if (wrong >= 0 || length < min) {
      const point = wrong < 0 ? undefined : message[from + wrong];
      return finding('dlt_var_wrong_type', 'message', {
        slot,
        ...describeWrongType(`The value of slot ${at + 1}`, type, point),
        position: from + Math.max(wrong, 0),
      });
    }
  }
  // Reached only if the text of adjacent slots can be divided among them in several ways. In this case the text is too long for
  // these slots together.
  return finding('dlt_var_too_long', 'message');
}

/**
 * Checks the slot `at` together with the slots that are directly adjacent to it, because a message does not show how its text
 * is divided among them. Finds a character that none of the slots allows, or a text that is longer than their maximum lengths
 * together.
 */
function findRow(
  { texts, slots }: Pattern,
  spans: readonly Span[],
  at: number,
  message: Uint32Array,
  ruleOf: (slot: Slot) => SlotRule,
): Finding | null {
  let last = at;
  while (texts[last + 1]?.length === 0 && last + 1 < slots.length) last += 1;
  if (last === at) return null;
  const max = slots.slice(at, last + 1).reduce((sum, slot) => sum + ruleOf(slot).max, 0);
  const position = spans[at]?.from ?? 0;
  const length = (spans[last]?.to ?? 0) - position;
  const rules = slots.slice(at, last + 1).map(ruleOf);
  const value = message.subarray(position, position + length);
  const wrong = value.findIndex((point) => !rules.some(({ accepts }) => accepts(point)));
  if (wrong >= 0) {
    const { type } = slots[at] as Slot;
    return finding('dlt_var_wrong_type', 'message', {
      slot: { number: at + 1, type },
      ...describeWrongType(`The value of the slots from ${at + 1} on`, type, value[wrong]),
      position: position + wrong,
    });
  }
  if (length <= max) return null;
  const slot = { number: at + 1, type: (slots[at] as Slot).type, length, max };
  const detail = `The adjacent slots ${at + 1} to ${last + 1} have ${length} characters together; at most ${max} are allowed.`;
  return finding('dlt_var_too_long', 'message', { position, slot, detail });
}

/** Accepts any characters, and empty values, because a folding may have removed the whole value. */
const lenientRule = (ruleOf: (slot: Slot) => SlotRule) => (slot: Slot) => ({
  ...ruleOf(slot),
  min: 0,
  accepts: () => true,
});

function findNearKind(
  pattern: Pattern,
  text: string,
  ruleOf: (slot: Slot) => SlotRule,
): NearKind | null {
  const texts = pattern.texts.map(fromCodePoints);
  for (const [kind, fold] of Object.entries(foldings) as [NearKind, (text: string) => string][]) {
    const folded = toPattern({ texts: texts.map(fold), slots: [...pattern.slots] });
    if (matchTemplate(folded, toCodePoints(fold(text)), lenientRule(ruleOf))) return kind;
  }
  return null;
}

const nearText = verdictCatalogue.dlt_template_near_match;

type Compared = {
  text: string;
  message: Uint32Array;
  first: Difference;
  ruleOf: (slot: Slot) => SlotRule;
};

/**
 * Describes a near match. If a person cannot see the differing character, or easily mistakes it for another, the finding
 * names the character and says what to do.
 */
function describeNear(kind: NearKind, pattern: Pattern, compared: Compared): Finding {
  const { message } = compared;
  const { position, expected } =
    kind === 'invisible' || kind === 'whitespace'
      ? findDropped(kind, pattern, compared)
      : compared.first;
  const found = message[position];
  const character = found === undefined ? '' : String.fromCodePoint(found);
  const near = (more: Partial<Finding>) =>
    finding('dlt_template_near_match', 'message', { position, expected, kind, ...more });
  if (kind === 'invisible') {
    const inMessage = isInvisible(character);
    const odd = inMessage ? character : firstInvisible(expected);
    if (odd === undefined) return near({});
    const name = codePointName(odd);
    const detail = inMessage
      ? `The message has ${name}, which cannot be seen, where the template has none. Remove it from the message.`
      : `The template has ${name}, which cannot be seen, and the message does not have it. Copy the fixed text from the template.`;
    return near({ character: name, detail });
  }
  const isTaken =
    character !== '' &&
    (isInvisible(character) || /[^\x20-\x7e\p{L}\p{M}\p{N}]|`/u.test(character));
  const named = isTaken ? { character: codePointName(character) } : {};
  if (kind !== 'whitespace') return near(named);
  if (/^\\[nr]/.test(fromCodePoints(message.subarray(position, position + 2)))) {
    const detail =
      'The message has a backslash and a letter instead of a newline. Send a newline: in JSON, write “\\n” with a single backslash.';
    return near({ detail });
  }
  if (!isTaken || character === '\n') return near(named);
  const detail = `The message has ${codePointName(character)} where the template has another space or newline. ${nearText.slice(nearText.indexOf('. ') + 2)}`;
  return near({ ...named, detail });
}

const firstInvisible = (text: string) => [...text].find(isInvisible);

/** The characters that `foldings` removes, for the two kinds that only remove characters. */
const dropped = {
  invisible: invisibleCharacters,
  // Includes a newline that was escaped twice (a backslash and `n`), and blank characters such as U+3164 that look like a
  // space.
  whitespace: new RegExp(`\\s|\\u0085|\\\\r\\\\n|\\\\[nr]|${invisibleCharacters.source}`, 'gu'),
};

/** Returns the positions of the code points that remain after the matches of `pattern` are removed. */
function keptPlaces(text: string, pattern: RegExp): number[] {
  const gone = new Set<number>();
  for (const { 0: found, index } of text.matchAll(pattern)) {
    for (let at = index; at < index + found.length; at += 1) gone.add(at);
  }
  const kept: number[] = [];
  let place = 0;
  let unit = 0;
  for (const character of text) {
    if (!gone.has(unit)) kept.push(place);
    place += 1;
    unit += character.length;
  }
  return kept;
}

/**
 * For a message that matches after the characters of this kind are removed, finds the first position in the fixed text
 * where such a character is missing or additional. A character between a value and fixed text counts as fixed text.
 */
function findDropped(
  kind: keyof typeof dropped,
  pattern: Pattern,
  { text, message, ruleOf }: Compared,
): Difference {
  const fold = foldings[kind];
  const kept = keptPlaces(text, dropped[kind]);
  const texts = pattern.texts.map(fromCodePoints);
  const folded = toPattern({ texts: texts.map(fold), slots: [...pattern.slots] });
  const spans = matchTemplate(folded, toCodePoints(fold(text)), lenientRule(ruleOf)) ?? [];
  for (const [at, fixed] of pattern.texts.entries()) {
    const before = at === 0 ? 0 : (spans[at - 1]?.to ?? 0);
    const from = before === 0 ? 0 : (kept[before - 1] as number) + 1;
    const isLast = at === pattern.texts.length - 1;
    const common = commonLength(fixed, message.subarray(from));
    const isWhole = common === fixed.length && (!isLast || from + common === message.length);
    if (!isWhole) return describe(fixed, common, from + common, false);
  }
  return { position: message.length, expected: '' };
}

type Difference = {
  position: number;
  expected: string;
  end?: 'missing_end' | 'extra_end';
};

/**
 * Finds the first position at which the fixed text differs, for any values of the slots. Chooses the earliest position of each
 * fixed text, which leaves the most characters to the fixed texts that follow. The time is linear, because `nextLength` reads
 * each code point once.
 */
function findFirstDifference({ texts, failures }: Pattern, message: Uint32Array): Difference {
  let from = 0;
  for (const [i, text] of texts.entries()) {
    const isLast = i === texts.length - 1;
    if (i === 0) {
      const common = commonLength(text, message);
      if (common < text.length) return describe(text, common, common, common === message.length);
      from = text.length;
      continue;
    }
    if (isLast && isAt(message, Math.max(from, message.length - text.length), text)) break;
    const { found, best, position } = search(text, failures[i] as Uint16Array, message, from);
    if (found < 0) return describe(text, best, position, position === message.length);
    if (isLast) return { position: found + text.length, expected: '', end: 'extra_end' };
    from = found + text.length;
  }
  // Reached if the pattern has no slots, or if the last fixed text would overlap the text before it.
  return { position: Math.min(from, message.length), expected: '', end: 'extra_end' };
}

/** @param isEnd whether the message ends at `position` */
function describe(text: Uint32Array, at: number, position: number, isEnd: boolean): Difference {
  const expected = fromCodePoints(text.subarray(Math.max(0, at - 10), at + 10));
  return { position, expected, ...(isEnd && { end: 'missing_end' as const }) };
}

function commonLength(a: Uint32Array, b: Uint32Array): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return at;
}

/**
 * @returns `found` is the first position of the text, or -1. `best` is the length of the longest found beginning of the text,
 *   and `position` is the end of this beginning
 */
function search(text: Uint32Array, failures: Uint16Array, message: Uint32Array, from: number) {
  let length = 0;
  let best = 0;
  let position = from;
  for (let at = from; at < message.length; at += 1) {
    length = nextLength(text, failures, length, message[at] as number);
    if (length > best) {
      best = length;
      position = at + 1;
    }
    if (length === text.length) return { found: at + 1 - length, best, position };
  }
  return { found: -1, best, position };
}
