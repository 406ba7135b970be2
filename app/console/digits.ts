import { foldDigits } from '#domain/shared/digits.ts';
import type { CodeShape } from './contract.ts';

/** Digits of an Indian mobile number. */
const maxPhoneDigits = 10;

/** Maximum length of a pasted code or number: a browser cuts longer text before its digits are extracted. */
export const maxPastedLength = 40;

const digits = (typed: string) => foldDigits(typed).replaceAll(/\D/g, '');

/** The digits of a phone number, without the prefix with which it may be pasted. */
export function phoneDigits(typed: string): string {
  const all = digits(typed);
  const isWhole = all.length > maxPhoneDigits || /^[^\d\p{Nd}]*[+＋]/u.test(typed);
  const withoutPrefix = isWhole ? all.replace(/^(?:00|011)?(?:0?91){0,2}0?/, '') : all;
  return withoutPrefix.slice(0, maxPhoneDigits);
}

/** A code, even if it was pasted with spaces, dashes or other characters. */
export function codeCharacters(typed: string, { length, letters }: CodeShape): string {
  const all = letters
    ? foldDigits(typed)
        .toUpperCase()
        .replaceAll(/[^0-9A-Z]/g, '')
    : digits(typed);
  return all.slice(0, length);
}
