import { codePointName, isInvisible } from '#domain/shared/characters.browser.ts';
import type { TemplateParts } from '../registry/parse-template.browser.ts';
import type { Slot, SlotType } from '../registry/slots.browser.ts';
import { toCodePoints } from './match-template.ts';
import type { DltProfile } from './profile.ts';
import { type Finding, finding } from './verdicts.ts';

/** A tag such as `{#var#}` in a message, which shows that the sender forgot a value. */
export const unfilledTag = /\{#[ \t]{0,5}\w{1,20}[ \t]{0,5}#\}/;

/**
 * Puts values into a template's slots, in order.
 *
 * @returns the text, or a finding about a value; the finding does not contain the value
 */
export function renderTemplate(
  { texts, slots }: TemplateParts,
  variables: readonly string[],
  { ruleOf }: DltProfile,
): { text: string } | { error: Finding } {
  if (variables.length > slots.length) {
    const detail = `The template has ${slots.length} slots, but ${variables.length} values were sent.`;
    return { error: finding('dlt_var_too_long', 'variables', { detail }) };
  }
  let text = texts[0] as string;
  for (const [at, slot] of slots.entries()) {
    const value = variables[at] ?? '';
    const error = checkValue(value, slot, at + 1, ruleOf);
    if (error) return { error };
    text += value + (texts[at + 1] as string);
  }
  return unfilledTag.test(text) ? { error: finding('dlt_var_unfilled', 'variables') } : { text };
}

/**
 * Explains why a value does not fit the type of its slot. The sentence never repeats letters and digits, because these may
 * be part of a one-time password.
 *
 * @param subject how the sentence begins, for example `The value of slot 1`
 * @param point the first code point that the type does not allow; undefined if the length is wrong
 */
export function describeWrongType(
  subject: string,
  type: SlotType,
  point: number | undefined,
): Pick<Finding, 'detail' | 'character'> {
  const character = point === undefined ? '' : String.fromCodePoint(point);
  if (character === '\n' || character === '\r') {
    return {
      detail: `${subject} has a line break, which not all operators deliver. Put the line break into the fixed text of the template, between two slots.`,
    };
  }
  if (character !== '' && isInvisible(character)) {
    const name = codePointName(character);
    return {
      character: name,
      detail: `${subject} has ${name}, which cannot be seen and is not ${type}. Remove it.`,
    };
  }
  if (type === 'numeric') {
    return {
      detail: `${subject} is not numeric: it may have only the digits 0 to 9, and no decimal point, comma, sign, space or currency. For an amount with paise register {#alphanumeric#}, or send whole rupees.`,
    };
  }
  // Letters and digits may be part of a one-time password.
  const isTelling = character !== '' && !/[\p{L}\p{N}]/u.test(character);
  const what = isTelling
    ? `it has “${character}”, which the type does not allow`
    : 'it has characters or a length that the type does not allow';
  return { detail: `${subject} is not ${type}: ${what}.` };
}

function checkValue(
  value: string,
  slot: Slot,
  number: number,
  ruleOf: DltProfile['ruleOf'],
): Finding | null {
  const { min, max, accepts } = ruleOf(slot);
  const points = toCodePoints(value);
  const place = { slot: { number, type: slot.type, length: points.length, max } };
  if (points.length === 0) return finding('dlt_var_empty', 'variables', place);
  if (points.length > max) {
    const detail = `Variable ${number} has ${points.length} characters; at most ${max} are allowed.`;
    return finding('dlt_var_too_long', 'variables', { ...place, detail });
  }
  const wrong = points.find((point) => !accepts(point));
  if (points.length >= min && wrong === undefined) return null;
  const described = describeWrongType(`Variable ${number}`, slot.type, wrong);
  return finding('dlt_var_wrong_type', 'variables', { ...place, ...described });
}
