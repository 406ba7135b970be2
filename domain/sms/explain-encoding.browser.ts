import { codePointName, isInvisible, nameCharacter } from '#domain/shared/characters.browser.ts';
import { countSeptets, septetsAt } from './gsm-alphabet.browser.ts';

/** A character that GSM-7 does not have. A text with such a character is sent as UCS-2. */
export type WideCharacter = {
  /** The position of its first occurrence, counted from 0 in code points. */
  position: number;
  /** Its name for use in a sentence, for example `“’” (U+2019 RIGHT SINGLE QUOTATION MARK)`. */
  name: string;
  /** Its number and name in Unicode. */
  codePoint: string;
  /** The GSM-7 replacement; null if there is none; an empty string if the character should be removed. */
  instead: string | null;
};

/**
 * GSM-7 replacements for characters that editors and keyboards insert automatically.
 */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚‛′`´]/u, "'"],
  [/[“”„‟″«»]/u, '"'],
  [/[‐‑‒–—―−]/u, '-'],
  [/…/u, '...'],
  [/•/u, '-'],
  [/₹/u, 'Rs.'],
  [/\t/, ' '],
  [/[\u2028\u2029\u0085\v]/, '\n'],
  // Blank characters that look like a space. Unicode does not classify the last three of them as spaces.
  [/[\p{Zs}\u2800\u3164\uffa0]/u, ' '],
];

/**
 * Matches letters of scripts that GSM-7 does not have. A text with such letters must be UCS-2. Hangul fillers are excluded,
 * because Unicode classifies them as letters, but they are blank.
 */
const otherScript = /(?![\p{Script=Latin}\p{Script=Greek}\p{Default_Ignorable_Code_Point}])\p{L}/u;

/** The maximum number of characters to report, because people would not read a longer list. */
const maxNamed = 5;

/**
 * Finds the characters that force a text in Latin letters to be sent as UCS-2, with 70 characters per segment instead of 160.
 * Examples: smart quotes, invisible characters and emoji.
 *
 * @returns each character once, in the order of the text, at most five; empty if GSM-7 can encode the text, or if its script
 *   needs UCS-2 anyway
 */
export function findWideCharacters(text: string): WideCharacter[] {
  if (countSeptets(text) !== null || otherScript.test(text)) return [];
  const found = new Map<string, WideCharacter>();
  let position = 0;
  for (const character of text) {
    const isWide = character.length > 1 || septetsAt(character, 0) === 0;
    if (isWide && !found.has(character) && found.size < maxNamed) {
      const visible = replacements.find(([pattern]) => pattern.test(character))?.[1] ?? null;
      const instead = visible ?? (isInvisible(character) ? '' : null);
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

/**
 * Returns a sentence with the character's name, position and replacement. The position in the sentence counts from 1, like on
 * screens.
 */
export function describeWideCharacter({ position, name, instead }: WideCharacter): string {
  const where = `${name} at character ${position + 1}`;
  if (instead === null) return `${where} is not in GSM-7.`;
  if (instead === '') return `${where} is not in GSM-7: remove it.`;
  const written = instead === ' ' ? 'a space' : instead === '\n' ? 'a newline' : `“${instead}”`;
  return `${where} is not in GSM-7: write ${written}.`;
}
