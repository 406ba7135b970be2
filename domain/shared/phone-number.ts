import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

export type PhoneNumberError = 'unsupported_country' | 'invalid_recipient';

/** Ten digits that begin with 6 to 9, as typed or with one of the usual prefixes. */
const indianMobile = /^(?:\+91|0091|91|0)?([6-9]\d{9})$/;

/** Begins like a number of another country: `+1…`, `0044…`. */
const foreign = /^(?:\+(?!91)|00(?!91))\d/;

/** Whether numbers that begin with these five digits are mobile; at most 40,000 entries. */
const mobilePrefixes = new Map<string, boolean>();

/**
 * Reads an Indian mobile number.
 *
 * The pattern comes first because libphonenumber finds numbers inside other text; its numbering
 * plan comes second because not every number from 6 to 9 is a mobile one.
 *
 * @param typed what the caller gave, such as `98765 43210` or `+919876543210`
 * @returns the number in E.164, `+919876543210`, or what is wrong with it
 */
export function parseIndianMobile(typed: string): { number: string } | { fault: PhoneNumberError } {
  // Longer than any number with separators: not worth looking at.
  if (typed.length > 40) return { fault: 'invalid_recipient' };
  const bare = typed.trim().replace(/[ ()-]/g, '');
  const national = indianMobile.exec(bare)?.[1];
  if (national) {
    const number = `+91${national}`;
    return isMobile(number) ? { number } : { fault: 'invalid_recipient' };
  }
  return { fault: foreign.test(bare) ? 'unsupported_country' : 'invalid_recipient' };
}

/**
 * Asks the numbering plan once for each first five digits, which decide it: India gives out its
 * numbers in blocks of 100,000 (the test beside this file watches that the plan stays so).
 */
function isMobile(number: string): boolean {
  const prefix = number.slice(3, 8);
  const known = mobilePrefixes.get(prefix);
  if (known !== undefined) return known;
  const mobile = parsePhoneNumberFromString(number)?.getType() === 'MOBILE';
  mobilePrefixes.set(prefix, mobile);
  return mobile;
}
