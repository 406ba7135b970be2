/** A digit of any script, except ASCII digits. */
const otherDigit = /(?![0-9])\p{Nd}/gu;

const isDigit = (codePoint: number) => /\p{Nd}/u.test(String.fromCodePoint(codePoint));

/**
 * Writes the digits of every script as 0 to 9: `४८२९१३` and `４８２９１３` are `482913`. Other characters stay.
 *
 * Unicode encodes the digits of a script as ten consecutive characters, also where several scripts are adjacent (The
 * Unicode Standard, 4.6), so the value of a digit is its distance to the start of its ten.
 */
export const foldDigits = (text: string): string =>
  text.replaceAll(otherDigit, (digit) => {
    const codePoint = digit.codePointAt(0) ?? 0;
    let first = codePoint;
    while (isDigit(first - 1)) first -= 1;
    return String((codePoint - first) % 10);
  });

/**
 * Strips characters around a code: spaces, dashes, invisible characters, and a prefix of letters and a dash, as in `482
 * 158`, `482-158` or `G-482158`. Digits of every script are folded, because Indian keyboards type them. Other characters
 * stay.
 */
export const normalizeCode = (typed: string): string =>
  foldDigits(typed)
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Variation_Selector}]/gu, '')
    .trim()
    .replace(/^[A-Za-z]{1,3}\s?\p{Pd}/u, '')
    .replaceAll(/[\s\p{Pd}\u2212]/gu, '');

/** Digits of an Indian mobile number without prefix. */
const maxNational = 10;

/**
 * The national digits of a typed or pasted number, ten at most, without a prefix. Only `parseIndianMobile`, which a browser
 * does not load, decides whether they are a valid number.
 */
export function nationalDigits(typed: string): string {
  const all = foldDigits(typed).replaceAll(/\D/g, '');
  const isWhole = all.length > maxNational || /^[^\d\p{Nd}]*[+＋]/u.test(typed);
  const withoutPrefix = isWhole ? all.replace(/^(?:00|011)?(?:0?91){0,2}0?/, '') : all;
  return withoutPrefix.slice(0, maxNational);
}
