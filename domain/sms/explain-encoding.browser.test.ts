import { expect, test } from 'vitest';
import { describeWideCharacter, findWideCharacters } from './explain-encoding.browser.ts';

const sentences = (text: string) => findWideCharacters(text).map(describeWideCharacter);

test.each([
  ['\u200b', 'U+200B ZERO WIDTH SPACE at character 4 is not in GSM-7: remove it.'],
  ['\u00ad', 'U+00AD SOFT HYPHEN at character 4 is not in GSM-7: remove it.'],
  ['\ufeff', 'U+FEFF ZERO WIDTH NO-BREAK SPACE at character 4 is not in GSM-7: remove it.'],
  ['\u115f', 'U+115F HANGUL CHOSEONG FILLER at character 4 is not in GSM-7: remove it.'],
  ['\u17b4', 'U+17B4 KHMER VOWEL INHERENT AQ at character 4 is not in GSM-7: remove it.'],
  ['\u{1d159}', 'U+1D159 MUSICAL SYMBOL NULL NOTEHEAD at character 4 is not in GSM-7: remove it.'],
  ['\u3164', 'U+3164 HANGUL FILLER at character 4 is not in GSM-7: write a space.'],
  ['\u2800', 'U+2800 BRAILLE PATTERN BLANK at character 4 is not in GSM-7: write a space.'],
  ['’', "“’” (U+2019 RIGHT SINGLE QUOTATION MARK) at character 4 is not in GSM-7: write “'”."],
  ['“', '““” (U+201C LEFT DOUBLE QUOTATION MARK) at character 4 is not in GSM-7: write “"”.'],
  ['`', "“`” (U+0060 GRAVE ACCENT) at character 4 is not in GSM-7: write “'”."],
  ['\u00a0', 'U+00A0 NO-BREAK SPACE at character 4 is not in GSM-7: write a space.'],
  ['–', '“–” (U+2013 EN DASH) at character 4 is not in GSM-7: write “-”.'],
  ['…', '“…” (U+2026 HORIZONTAL ELLIPSIS) at character 4 is not in GSM-7: write “...”.'],
  ['₹', '“₹” (U+20B9 INDIAN RUPEE SIGN) at character 4 is not in GSM-7: write “Rs.”.'],
  ['\t', 'a tab at character 4 is not in GSM-7: write a space.'],
  ['ê', '“ê” (U+00EA) at character 4 is not in GSM-7.'],
  ['🙂', '“🙂” (U+1F642) at character 4 is not in GSM-7.'],
])(
  'names the character %j that requires UCS-2, its position, and a replacement',
  (character, sentence) => {
    expect(sentences(`abc${character} is your code`)).toEqual([sentence]);
  },
);

test('counts positions in code points, and names each character once, at most five characters', () => {
  expect(findWideCharacters('🙂🙂’a’').map(({ position }) => position)).toEqual([0, 2]);
  expect(findWideCharacters('’‘“”–—…•')).toHaveLength(5);
});

test.each(['482913 is your code. {}[]~^|€', 'Ωè ñ', 'आपका कोड 1 है\u200d', 'குறியீடு 1’'])(
  'finds no character that requires UCS-2 in %j',
  (text) => {
    expect(findWideCharacters(text)).toEqual([]);
  },
);
