import { withoutInvisible } from '#domain/shared/characters.browser.ts';

/** A decimal digit of any writing system, except ASCII digits. */
const otherDigit = /(?![0-9])\p{Nd}/gu;

/** Matches the characters that turn the digit before them into an emoji keycap, as in `9️⃣`. */
const keycap = /(?<=\p{Nd})\ufe0f?\u20e3/gu;

const isDigit = (codePoint: number) => /\p{Nd}/u.test(String.fromCodePoint(codePoint));

/**
 * Converts the digits of every script to ASCII digits. For example, `४८२९१३` and `４８２９１３` become `482913`. Other characters
 * do not change. A digit on an emoji keycap becomes the digit alone.
 *
 * Unicode encodes the digits of a script as ten consecutive characters, even if the digits of several scripts are adjacent
 * (The Unicode Standard, 4.6). So the value of a digit is its distance from the first digit in the sequence, modulo 10.
 */
export const foldDigits = (text: string): string =>
  text.replaceAll(keycap, '').replaceAll(otherDigit, (digit) => {
    const codePoint = digit.codePointAt(0) ?? 0;
    let first = codePoint;
    while (isDigit(first - 1)) first -= 1;
    return String((codePoint - first) % 10);
  });

/**
 * Removes spaces, dashes and invisible characters from a code. Also removes a prefix of letters and a dash. Examples
 * are `482 158`, `482-158` and `G-482158`. Converts digits of every script, because Indian keyboards type them. Other
 * characters are kept.
 */
export const normalizeCode = (typed: string): string =>
  foldDigits(withoutInvisible(typed))
    .normalize('NFKC')
    .trim()
    .replace(/^[A-Za-z]{1,3}\s?\p{Pd}/u, '')
    .replaceAll(/[\s\p{Pd}\u2212]/gu, '');

/** The number of digits of an Indian mobile number without prefix. */
const maxNational = 10;

/**
 * Removes the prefix of a national number: `+`, zeros, `011`, and the country code, even if it is repeated. In a number of
 * ten digits or fewer, a leading 91 is part of the number, unless `+` or `00` precedes it.
 *
 * @param digits ASCII digits, optionally after a `+`
 */
export function withoutPrefix(digits: string): string {
  const strip = (all: string) => all.replace(/^\+?011(?=91[0-9]{9})|^[+0]+/, '');
  let isCode = /^(?:\+|00)/.test(digits);
  let rest = strip(digits);
  while (rest.startsWith('91') && (isCode || rest.length > maxNational)) {
    rest = strip(rest.slice(2));
    isCode = false;
  }
  return rest;
}

/**
 * Returns the digits of a typed or pasted number without its prefix, ten at most. Does not validate the number, because
 * browsers do not load `parseIndianMobile`.
 */
export function nationalDigits(typed: string): string {
  const all = foldDigits(typed).replaceAll(/\D/g, '');
  const hasPlus = /^[^\d\p{Nd}]*[+＋]/u.test(typed);
  const isWhole = hasPlus || all.length > maxNational;
  return (isWhole ? withoutPrefix(`${hasPlus ? '+' : ''}${all}`) : all).slice(0, maxNational);
}
