import type { Slot, SlotRule } from '../registry/slots.ts';
import { fromCodePoints, isAt, nextLength, toCodePoints } from './code-points.ts';
import { matchTemplate, type Pattern, type Span, toPattern } from './match-template.ts';
import { type Finding, finding, type NearKind } from './verdicts.ts';

/** Fits any value: to see whether the fixed text alone is there. */
const anyValue: SlotRule = { min: 0, max: Number.POSITIVE_INFINITY, accepts: () => true };

/** How a text looks when a kind of difference does not count. In the order in which they are tried. */
const foldings: Record<NearKind, (text: string) => string> = {
  case: (text) => text.toLowerCase(),
  whitespace: (text) => text.replace(/\s/gu, ''),
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
 * Says why a message does not match a template, in the order in which a person would look: values of slots if all fixed
 * text is there, then differences that are easily overlooked, a missing or additional end, and the first difference.
 *
 * @param text the message, whose code points are `message`
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
  if (kind) return finding('dlt_template_near_match', 'message', { ...place, kind });
  if (first.end) {
    const detail =
      first.end === 'missing_end'
        ? 'The message ends before the fixed text of the template does.'
        : 'The message goes on after the template ends.';
    return finding('dlt_template_not_matched', 'message', { ...place, kind: first.end, detail });
  }
  return finding('dlt_template_not_matched', 'message', place);
}

/** The first slot whose value breaks its rule: there is one, as all fixed text is there. */
function findWrongValue(
  { slots }: Pattern,
  spans: readonly Span[],
  message: Uint32Array,
  ruleOf: (slot: Slot) => SlotRule,
): Finding {
  for (const [at, { from, to }] of spans.entries()) {
    const { type, max: own } = slots[at] as Slot;
    const { min, max, accepts } = ruleOf({ type, max: own });
    const length = to - from;
    const slot = { number: at + 1, type, length, max };
    const place = { position: from, slot };
    if (length === 0) return finding('dlt_var_empty', 'message', place);
    if (length > max) {
      const detail = `The value of slot ${at + 1} has ${length} characters, at most ${max} are allowed.`;
      return finding('dlt_var_too_long', 'message', { ...place, detail });
    }
    const wrong = message.subarray(from, to).findIndex((point) => !accepts(point));
    if (wrong >= 0 || length < min) {
      const detail = `The value of slot ${at + 1} is not ${type}: it has characters or a length that the type does not allow.`;
      return finding('dlt_var_wrong_type', 'message', {
        slot,
        detail,
        position: from + Math.max(wrong, 0),
      });
    }
  }
  // Only if values side by side could be divided otherwise: together they are too long.
  return finding('dlt_var_too_long', 'message');
}

function findNearKind(
  pattern: Pattern,
  text: string,
  ruleOf: (slot: Slot) => SlotRule,
): NearKind | null {
  const texts = pattern.texts.map(fromCodePoints);
  for (const [kind, fold] of Object.entries(foldings) as [NearKind, (text: string) => string][]) {
    const folded = toPattern({ texts: texts.map(fold), slots: [...pattern.slots] });
    // What is folded away may have been the whole value.
    const lenient = (slot: Slot) => ({ ...ruleOf(slot), min: 0, accepts: () => true });
    if (matchTemplate(folded, toCodePoints(fold(text)), lenient)) return kind;
  }
  return null;
}

type Difference = {
  position: number;
  expected: string;
  end?: 'missing_end' | 'extra_end';
};

/**
 * Where the fixed text first differs. Values are not looked at, so the earliest place of each fixed text leaves the most
 * for those after it. Linear, as `nextLength` looks at each code point once.
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
  // Without slots, or with a fixed end that overlaps what is before it.
  return { position: Math.min(from, message.length), expected: '', end: 'extra_end' };
}

/** @param isEnd whether the message ends there */
function describe(text: Uint32Array, at: number, position: number, isEnd: boolean): Difference {
  const expected = fromCodePoints(text.subarray(Math.max(0, at - 10), at + 10));
  return { position, expected, ...(isEnd && { end: 'missing_end' as const }) };
}

function commonLength(a: Uint32Array, b: Uint32Array): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return at;
}

/** @returns where a text is first, or -1; how much of it was found at most, and where that ends */
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
