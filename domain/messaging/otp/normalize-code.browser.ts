import { foldDigits } from '#domain/shared/digits.browser.ts';

/**
 * Strips what messages and keyboards put around a code: spaces, dashes, invisible characters, and letters with a dash in
 * front, as in `482 158`, `482-158` or `G-482158`. Digits of every script are folded, as Indian keyboards type them. Other
 * characters stay.
 */
export const normalizeCode = (typed: string): string =>
  foldDigits(typed)
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Variation_Selector}]/gu, '')
    .trim()
    .replace(/^[A-Za-z]{1,3}\s?\p{Pd}/u, '')
    .replaceAll(/[\s\p{Pd}\u2212]/gu, '');
