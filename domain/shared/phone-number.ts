import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

export type PhoneNumberError = 'unsupported_country' | 'invalid_recipient';

/** Ten digits that begin with 6 to 9, with or without a usual prefix. */
const indianMobile = /^(?:\+91|0091|91|0)?([6-9]\d{9})$/;

/** A number of another country: `+1…`, `0044…`. */
const foreign = /^(?:\+(?!91)|00(?!91))\d/;

/** Caches whether numbers with these five leading digits are mobile; at most 40,000 entries. */
const mobilePrefixes = new Map<string, boolean>();

/**
 * Parses an Indian mobile number. The pattern comes first, as libphonenumber finds numbers inside
 * other text; then its numbering plan, as not every number from 6 to 9 is mobile.
 *
 * @param typed as entered, such as `98765 43210` or `+919876543210`
 * @returns the number in E.164, `+919876543210`, or the error code
 */
export function parseIndianMobile(typed: string): { number: string } | { error: PhoneNumberError } {
  // Longer than any number with separators.
  if (typed.length > 40) return { error: 'invalid_recipient' };
  const bare = typed.trim().replace(/[ ()-]/g, '');
  const national = indianMobile.exec(bare)?.[1];
  if (national) {
    const number = `+91${national}`;
    return isMobile(number) ? { number } : { error: 'invalid_recipient' };
  }
  return { error: foreign.test(bare) ? 'unsupported_country' : 'invalid_recipient' };
}

/**
 * Looks each five-digit prefix up once, as it decides: India assigns numbers in blocks of 100,000
 * (the test beside this file checks that the numbering plan still does).
 */
function isMobile(number: string): boolean {
  const prefix = number.slice(3, 8);
  const known = mobilePrefixes.get(prefix);
  if (known !== undefined) return known;
  const mobile = parsePhoneNumberFromString(number)?.getType() === 'MOBILE';
  mobilePrefixes.set(prefix, mobile);
  return mobile;
}
