/** A digit of any script but ASCII's. */
const otherDigit = /(?![0-9])\p{Nd}/gu;

const isDigit = (codePoint: number) => /\p{Nd}/u.test(String.fromCodePoint(codePoint));

/**
 * Writes the digits of every script as 0 to 9: `४८२९१३` and `４８２９１３` are `482913`. Other characters stay.
 *
 * Unicode encodes the digits of a script as ten consecutive characters, and where several scripts follow one another,
 * each has ten (The Unicode Standard, 4.6): so the distance to the start of the run is the value.
 */
export const foldDigits = (text: string): string =>
  text.replaceAll(otherDigit, (digit) => {
    const codePoint = digit.codePointAt(0) ?? 0;
    let first = codePoint;
    while (isDigit(first - 1)) first -= 1;
    return String((codePoint - first) % 10);
  });

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

/** Digits of an Indian mobile number without prefix. */
const maxNational = 10;

/**
 * The national digits of a number that is being typed or was pasted, ten at most, without the prefix that a whole number may
 * have. Whether they are a number is up to `parseIndianMobile`, which a browser does not load.
 */
export function nationalDigits(typed: string): string {
  const all = foldDigits(typed).replaceAll(/\D/g, '');
  const isWhole = all.length > maxNational || /^[^\d\p{Nd}]*[+＋]/u.test(typed);
  const withoutPrefix = isWhole ? all.replace(/^(?:00|011)?(?:0?91){0,2}0?/, '') : all;
  return withoutPrefix.slice(0, maxNational);
}
