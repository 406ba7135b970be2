import type { CodeShape } from './contract.ts';

/** Digits of an Indian mobile number. */
export const maxPhoneDigits = 10;

/** Maximum length of a pasted code: a browser cuts longer text before its digits are extracted. */
export const maxPastedLength = 40;

const digits = (typed: string) => typed.replaceAll(/\D/g, '');

/** The digits of a phone number, without the prefix with which it may be pasted. */
export function phoneDigits(typed: string): string {
  const all = digits(typed);
  const withoutPrefix =
    typed.trim().startsWith('+') || all.length > maxPhoneDigits
      ? all.replace(/^(0091|91|0)/, '')
      : all;
  return withoutPrefix.slice(0, maxPhoneDigits);
}

/** A code, even if it was pasted with spaces, dashes or other characters. */
export function codeCharacters(typed: string, { length, letters }: CodeShape): string {
  const all = letters ? typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '') : digits(typed);
  return all.slice(0, length);
}
