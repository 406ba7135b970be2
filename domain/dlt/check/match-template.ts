import type { TemplateParts } from '../registry/parse-template.browser.ts';
import type { Slot, SlotRule } from '../registry/slots.browser.ts';

/** A template's fixed texts and slots, prepared for `matchTemplate`. */
export type Pattern = {
  texts: Uint32Array[];
  /** The result of `failuresOf` for each text. */
  failures: Uint16Array[];
  slots: readonly Slot[];
};

/** Where the value of a slot is in a message, in code points. */
export type Span = { from: number; to: number };

/** Converts a text to its code points. Lone surrogates do not change. */
export function toCodePoints(text: string): Uint32Array {
  const points = new Uint32Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const point = (unit & 0xfc00) === 0xd800 ? (text.codePointAt(at) as number) : unit;
    points[count] = point;
    count += 1;
    if (point > 0xffff) at += 1;
  }
  return count === points.length ? points : points.subarray(0, count);
}

export function fromCodePoints(points: Uint32Array): string {
  let text = '';
  for (const point of points) text += String.fromCodePoint(point);
  return text;
}

export function isAt(points: Uint32Array, at: number, wanted: Uint32Array): boolean {
  if (at < 0 || at + wanted.length > points.length) return false;
  for (let i = 0; i < wanted.length; i += 1) if (points[at + i] !== wanted[i]) return false;
  return true;
}

/**
 * The failure function of Knuth, Morris and Pratt. For each prefix of `wanted`, it gives the length of the longest
 * shorter text with which this prefix both begins and ends. With this function, a search reads each code point of a
 * message only once.
 */
function failuresOf(wanted: Uint32Array): Uint16Array {
  const failures = new Uint16Array(wanted.length + 1);
  let length = 0;
  for (let at = 1; at < wanted.length; at += 1) {
    length = nextLength(wanted, failures, length, wanted[at] as number);
    failures[at + 1] = length;
  }
  return failures;
}

/**
 * Returns the length of the longest prefix of `wanted` that ends with the next code point of a message.
 *
 * @param length the length of the longest prefix that ended before `point`
 */
export function nextLength(
  wanted: Uint32Array,
  failures: Uint16Array,
  length: number,
  point: number,
): number {
  let now = length === wanted.length ? (failures[length] as number) : length;
  while (now > 0 && wanted[now] !== point) now = failures[now] as number;
  return wanted[now] === point ? now + 1 : now;
}

export function toPattern({ texts, slots }: TemplateParts): Pattern {
  const points = texts.map(toCodePoints);
  return { texts: points, failures: points.map(failuresOf), slots };
}

/** Whether a message begins and ends with a template's fixed text: a quick test that rules out most templates. */
export function endsFit({ texts, slots }: Pattern, message: Uint32Array): boolean {
  const first = texts[0] as Uint32Array;
  if (!isAt(message, 0, first)) return false;
  if (slots.length === 0) return first.length === message.length;
  const last = texts[slots.length] as Uint32Array;
  const end = message.length - last.length;
  return end >= first.length && isAt(message, end, last);
}

/**
 * Matches a message with a template, character by character: nothing is trimmed or normalised.
 *
 * For each slot, reads the message once and marks all positions where the value may begin. At each position, only the latest
 * possible beginning matters, because a value that begins latest can continue furthest. So the cost is at most the length of
 * the message times the number of slots. A regular expression would take exponential time for adjacent slots.
 *
 * @param ruleOf the rule of a slot's values
 * @returns the span of each slot's value, or null if the message does not match. If the text can be divided among the slots in
 *   several ways, later slots get the longer values
 */
export function matchTemplate(
  pattern: Pattern,
  message: Uint32Array,
  ruleOf: (slot: Slot) => SlotRule,
): Span[] | null {
  const { texts, failures, slots } = pattern;
  if (!endsFit(pattern, message)) return null;
  if (slots.length === 0) return [];
  const first = texts[0] as Uint32Array;
  const end = message.length - (texts[slots.length] as Uint32Array).length;
  const width = end + 1;
  const rules = slots.map(ruleOf);
  const marks = emptyMarks((slots.length + 1) * width);
  const search: Search = { message, marks, width, ends: slots.length * width };
  marks[first.length] = 1;
  let begins: Range = { from: first.length, to: first.length };
  for (let i = 0; i < slots.length - 1; i += 1) {
    const text = texts[i + 1] as Uint32Array;
    const rule = rules[i] as SlotRule;
    const next = endsItself(rule, text, begins)
      ? advanceOnly(search, i, begins.from, rule, text)
      : advance(search, i, begins, rule, text, failures[i + 1] as Uint16Array);
    if (next === null) return null;
    begins = next;
  }
  return traceBack(texts, rules, search, end);
}

/** A range of positions in a message; `to` is inclusive. */
type Range = { from: number; to: number };

type Search = {
  message: Uint32Array;
  /** A row of `width` for each slot: 1 at positions where its value may begin. */
  marks: Uint8Array;
  width: number;
  /**
   * The offset of one more row, in which `advance` marks where a value may end. `advance` clears this row before it
   * returns.
   */
  ends: number;
};

/**
 * The memory for marks. Each match reuses it, because allocating it would take longer than matching. Matches are synchronous,
 * so no two matches use the memory at the same time.
 */
let scratch = new Uint8Array(4_096);

function emptyMarks(size: number): Uint8Array {
  if (scratch.length < size) scratch = new Uint8Array(size);
  return scratch.fill(0, 0, size);
}

/**
 * Whether a value has only one possible beginning and one possible end. The end is unique if the fixed text after the value
 * begins with a character that the value cannot contain.
 */
const endsItself = ({ accepts }: SlotRule, text: Uint32Array, { from, to }: Range) =>
  from === to && text.length > 0 && !accepts(text[0] as number);

/** A faster `advance` for the usual case: a value with one possible beginning and one possible end. */
function advanceOnly(
  { message, marks, width }: Search,
  slot: number,
  from: number,
  { min, max, accepts }: SlotRule,
  text: Uint32Array,
): Range | null {
  const last = Math.min(width - 1, from + max);
  let end = from;
  while (end < last && accepts(message[end] as number)) end += 1;
  const next = end + text.length;
  if (end - from < min || next >= width || !isAt(message, end, text)) return null;
  marks[(slot + 1) * width + next] = 1;
  return { from: next, to: next };
}

/**
 * Marks the positions where the value of the next slot may begin.
 *
 * @param slot the index of the slot, and of its row of marks
 * @param begins where the value of this slot may begin
 * @param text the fixed text between this slot and the next
 * @returns the range in which the next value may begin; null if the message does not match
 */
function advance(
  { message, marks, width, ends }: Search,
  slot: number,
  begins: Range,
  { min, max, accepts }: SlotRule,
  text: Uint32Array,
  failures: Uint16Array,
): Range | null {
  const row = slot * width;
  const nextRow = row + width;
  const { length } = text;
  /**
   * The latest possible beginning of the value. All characters from `allowedFrom` to the current position are allowed in
   * the value.
   */
  let latest = -1;
  let allowedFrom = begins.from;
  let lastEnd = -1;
  let matched = 0;
  let from = -1;
  let to = -1;
  for (let at = begins.from; at < width; at += 1) {
    if (at > begins.from) {
      const point = message[at - 1] as number;
      if (!accepts(point)) allowedFrom = at;
      if (length > 0) matched = nextLength(text, failures, matched, point);
    }
    if (at - min >= begins.from && marks[row + at - min] === 1) latest = at - min;
    if (latest >= allowedFrom && at - latest <= max) {
      marks[ends + at] = 1;
      lastEnd = at;
    } else if (at - min >= begins.to && at > lastEnd + length) {
      // No value can continue here, and the fixed text after the last possible end cannot follow either.
      break;
    }
    if (matched === length && at - length >= begins.from && marks[ends + at - length] === 1) {
      marks[nextRow + at] = 1;
      if (from < 0) from = at;
      to = at;
    }
  }
  if (lastEnd >= 0) marks.fill(0, ends + begins.from, ends + lastEnd + 1);
  return from < 0 ? null : { from, to };
}

/** Chooses the values from the last to the first: each value is the longest with which the slots before it still match. */
function traceBack(
  texts: readonly Uint32Array[],
  rules: readonly SlotRule[],
  { message, marks, width }: Search,
  end: number,
): Span[] | null {
  const spans: Span[] = new Array(rules.length);
  let to = end;
  for (let i = rules.length - 1; i >= 0; i -= 1) {
    const { min, max, accepts } = rules[i] as SlotRule;
    const row = i * width;
    let from = -1;
    for (let at = to; at >= 0 && to - at <= max; at -= 1) {
      if (at < to && !accepts(message[at] as number)) break;
      if (to - at >= min && marks[row + at] === 1) from = at;
    }
    // This can happen only for the last slot, because `advance` has verified the ends of the other values.
    if (from < 0) return null;
    spans[i] = { from, to };
    to = from - (texts[i] as Uint32Array).length;
  }
  return spans;
}
