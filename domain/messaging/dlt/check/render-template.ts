import type { TemplateParts } from '../registry/parse-template.browser.ts';
import type { Slot } from '../registry/slots.browser.ts';
import { toCodePoints } from './code-points.ts';
import { describeWrongType } from './describe-value.ts';
import type { DltProfile } from './profile.browser.ts';
import { type Finding, finding } from './verdicts.ts';

/** A tag in a message: somebody forgot a value. */
export const unfilledTag = /\{#[ \t]{0,5}\w{1,20}[ \t]{0,5}#\}/;

/**
 * Puts values into a template's slots, in order.
 *
 * @returns the text; or what is wrong with a value, without the value
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
    const detail = `Variable ${number} has ${points.length} characters, at most ${max} are allowed.`;
    return finding('dlt_var_too_long', 'variables', { ...place, detail });
  }
  const wrong = points.find((point) => !accepts(point));
  if (points.length >= min && wrong === undefined) return null;
  const described = describeWrongType(`Variable ${number}`, slot.type, wrong);
  return finding('dlt_var_wrong_type', 'variables', { ...place, ...described });
}
