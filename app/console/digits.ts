import { foldDigits } from '#domain/shared/digits.browser.ts';
import type { CodeShape } from './contract.ts';

/** Maximum length of a pasted code or number: a browser cuts longer text before its digits are extracted. */
export const maxPastedLength = 40;

/** A code, even if it was pasted with spaces, dashes or other characters. */
export function codeCharacters(typed: string, { length, letters }: CodeShape): string {
  const others = letters ? /[^0-9A-Z]/g : /\D/g;
  return foldDigits(typed).toUpperCase().replaceAll(others, '').slice(0, length);
}
