import { codePointName, nameCharacter } from '#domain/shared/characters.browser.ts';
import { countSeptets, septetsAt } from './gsm-alphabet.browser.ts';

/** A character for which a text is sent as UCS-2. */
export type WideCharacter = {
  /** Of the first one, from 0, in code points. */
  position: number;
  /** For a sentence: `“’” (U+2019 RIGHT SINGLE QUOTATION MARK)`. */
  name: string;
  /** Its number and name in Unicode. */
  codePoint: string;
  /** What GSM-7 has for it; null if nothing. */
  instead: string | null;
};

/** What GSM-7 has for characters that editors and keyboards write by themselves. An empty text: leave it out. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚‛′`´]/u, "'"],
  [/[“”„‟″«»]/u, '"'],
  [/[‐‑‒–—―−]/u, '-'],
  [/…/u, '...'],
  [/•/u, '-'],
  [/₹/u, 'Rs.'],
  [/\t/, ' '],
  [/[\u2028\u2029\u0085\v]/, '\n'],
  [/[\p{Zs}\u2800]/u, ' '],
  [/\p{Default_Ignorable_Code_Point}|\p{Cc}/u, ''],
];

/** Letters of scripts for which GSM-7 has none: such a text is meant to be UCS-2. */
const otherScript = /(?![\p{Script=Latin}\p{Script=Greek}])\p{L}/u;

/** More is not read by a person. */
const maxNamed = 5;

/**
 * Finds what turns a text that is written in Latin letters into UCS-2, with 70 characters a segment in place of 160: smart
 * quotes, invisible characters, emoji.
 *
 * @returns each character once, in order, five at most; none if GSM-7 holds the text, or if it is in a script that needs UCS-2
 */
export function findWideCharacters(text: string): WideCharacter[] {
  if (countSeptets(text) !== null || otherScript.test(text)) return [];
  const found = new Map<string, WideCharacter>();
  let position = 0;
  for (const character of text) {
    const isWide = character.length > 1 || septetsAt(character, 0) === 0;
    if (isWide && !found.has(character) && found.size < maxNamed) {
      const instead = replacements.find(([pattern]) => pattern.test(character))?.[1] ?? null;
      found.set(character, {
        position,
        name: nameCharacter(character),
        codePoint: codePointName(character),
        instead,
      });
    }
    position += 1;
  }
  return [...found.values()];
}

/** A sentence about one of them: what it is, where, and what to write. Characters are counted from 1, as screens do. */
export function describeWideCharacter({ position, name, instead }: WideCharacter): string {
  const where = `${name} at character ${position + 1}`;
  if (instead === null) return `${where} is not in GSM-7.`;
  if (instead === '') return `${where} is not in GSM-7: remove it.`;
  const written = instead === ' ' ? 'a space' : instead === '\n' ? 'a newline' : `“${instead}”`;
  return `${where} is not in GSM-7: write ${written}.`;
}
