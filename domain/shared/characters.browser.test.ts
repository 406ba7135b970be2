import { expect, test } from 'vitest';
import { isInvisible, nameCharacter } from './characters.browser.ts';

test.each([
  ['a', '“a”'],
  [' ', 'a space'],
  ['\n', 'a newline'],
  ['\u00a0', 'U+00A0 NO-BREAK SPACE'],
  ['’', '“’” (U+2019 RIGHT SINGLE QUOTATION MARK)'],
  ['\u202e', 'U+202E RIGHT-TO-LEFT OVERRIDE'],
  ['\ufe0f', 'U+FE0F VARIATION SELECTOR-16'],
  ['\u0301', 'U+0301'],
  ['🙂', '“🙂” (U+1F642)'],
])('names %j as %s', (character, name) => {
  expect(nameCharacter(character)).toBe(name);
});

test('distinguishes invisible characters from spaces, newlines and marks', () => {
  for (const one of ['\u200b', '\u00ad', '\ufeff', '\u2067', '\u0000'])
    expect(isInvisible(one)).toBe(true);
  for (const one of [' ', '\n', '\r', '\t', '\u00a0', '\u0301', 'a'])
    expect(isInvisible(one)).toBe(false);
});
