import { codePointName, isInvisible } from '#domain/shared/characters.browser.ts';
import type { SlotType } from '../registry/slots.browser.ts';
import type { Finding } from './verdicts.ts';

/**
 * Why a value breaks its slot's type. Of the value only a character that is neither letter nor digit is named: the rest may
 * be a one-time password.
 *
 * @param subject as in `The value of slot 1`
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
      detail: `${subject} has a line break, which operators do not all deliver. Put the line break into the fixed text of the template, between two slots.`,
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
      detail: `${subject} is not numeric: it may have the digits 0 to 9 alone, no decimal point, comma, sign, space or currency. For an amount with paise register {#alphanumeric#}, or send whole rupees.`,
    };
  }
  // Letters and digits may be part of a one-time password.
  const isTelling = character !== '' && !/[\p{L}\p{N}]/u.test(character);
  const what = isTelling
    ? `it has “${character}”, which the type does not allow`
    : 'it has characters or a length that the type does not allow';
  return { detail: `${subject} is not ${type}: ${what}.` };
}
