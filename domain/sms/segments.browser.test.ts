import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';
import { expect, test } from 'vitest';
import { gsmAlphabet, gsmExtension } from './gsm-alphabet.browser.ts';
import { countSegments, maxSegments, splitIntoSegments } from './segments.browser.ts';

test.each([
  ['', 'gsm7', 1],
  ['x'.repeat(160), 'gsm7', 1],
  ['x'.repeat(161), 'gsm7', 2],
  ['x'.repeat(307), 'gsm7', 3],
  ['€'.repeat(80), 'gsm7', 1],
  ['€'.repeat(81), 'gsm7', 2],
  [`${'x'.repeat(152)}€${'x'.repeat(151)}`, 'gsm7', 2],
  [`${'x'.repeat(152)}€${'x'.repeat(152)}`, 'gsm7', 3],
  ['न'.repeat(70), 'ucs2', 1],
  ['न'.repeat(71), 'ucs2', 2],
  ['न'.repeat(135), 'ucs2', 3],
  ['😀'.repeat(35), 'ucs2', 1],
  ['😀'.repeat(36), 'ucs2', 2],
  ['₹199', 'ucs2', 1],
])('counts as many segments as a carrier bills: case %#', (text, encoding, segments) => {
  expect(countSegments(text)).toEqual({ encoding, segments });
});

test.each([
  ['x'.repeat(1_530), 10],
  ['x'.repeat(1_531), Number.POSITIVE_INFINITY],
  ['न'.repeat(670), 10],
  ['न'.repeat(671), Number.POSITIVE_INFINITY],
])('does not count the segments of a text that needs more than ten: case %#', (text, segments) => {
  expect(countSegments(text).segments).toBe(segments);
});

/** The result of sms-segments-calculator, without its replacement of characters. */
function reference(text: string): { encoding: string; parts: string[] } {
  const message = new SegmentedMessage(text, 'auto', false);
  const parts = message.segments.map((segment) =>
    Array.from(segment)
      .filter((element) => !element.isUserDataHeader)
      .map((element) => element.raw)
      .join(''),
  );
  return { encoding: message.encodingName === 'GSM-7' ? 'gsm7' : 'ucs2', parts };
}

const oneOf = (characters: string) => fc.constantFrom(...characters);

/** Pieces of text that fill or cross the end of a segment in different ways. */
const pieces = fc.oneof(
  { weight: 4, arbitrary: oneOf('aZ09 @£é\n_ÜΩ') },
  { weight: 2, arbitrary: oneOf(Object.keys(gsmExtension).join('')) },
  { weight: 4, arbitrary: oneOf('नमकरत\u093e\u093f\u094d\u0902ஆ\u0b95\u0bcd\u0d4eക') },
  { weight: 3, arbitrary: fc.constantFrom('\r\n', '\r', '\n', '\t', '\u200d', '\u200b', '\0') },
  { weight: 3, arbitrary: fc.constantFrom('e\u0301', '\u0301', '\u20e3', '\ufe0f', '\u0600') },
  {
    weight: 3,
    arbitrary: fc.constantFrom('😀', '🇮🇳', '🇮', '👍🏽', '🏽', '👨‍👩‍👧', '❤️', '🕵️‍♀️', '👩🏾‍🚀'),
  },
  { weight: 1, arbitrary: fc.constantFrom('한', '각', 'ᄒ', 'ᅡ', 'ᆫ') },
  { weight: 1, arbitrary: fc.constantFrom('\ud83d', '\ude00', '\udbff', '\udc00') },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 0, max: 0x10ffff }).map((c) => String.fromCodePoint(c)),
  },
);

/** Runs of letters that nearly fill a segment, each followed by pieces of text at the end of the segment. */
const texts = fc
  .array(
    fc.tuple(
      fc.constantFrom('', 'न'.repeat(64), 'न'.repeat(66), 'x'.repeat(67), 'x'.repeat(150)),
      fc.array(pieces, { maxLength: 12 }),
    ),
    { maxLength: 5 },
  )
  .map((runs) => runs.map(([run, found]) => run + found.join('')).join(''));

const gsmTexts = fc.string({
  unit: oneOf(gsmAlphabet.replace('\u001b', '') + Object.keys(gsmExtension).join('')),
  maxLength: 1_600,
});

test('counts and splits texts like the library sms-segments-calculator', () => {
  fc.assert(
    fc.property(fc.oneof(texts, texts, gsmTexts), (text) => {
      const { encoding, parts } = reference(text);
      const longest = encoding === 'ucs2' && parts.length > 1 ? 67 : 160;
      // Skips texts with a grapheme cluster that is longer than a segment, because the library puts such a cluster into
      // a part that is too long.
      fc.pre(parts.every((part) => part.length <= longest && (part.length > 0 || text === '')));
      expect(splitIntoSegments(text)).toEqual({ encoding, parts });
      const { segments } = countSegments(text);
      if (segments <= maxSegments || parts.length <= maxSegments) {
        expect({ encoding, segments }).toEqual({ encoding, segments: parts.length });
      }
    }),
    { numRuns: 500 },
  );
}, 120_000);

test('splits a text without loss into as many segments as were counted, each within the length limit', () => {
  fc.assert(
    fc.property(fc.oneof(texts, gsmTexts), (text) => {
      const { encoding, parts } = splitIntoSegments(text);
      expect(parts.join('')).toBe(text);
      const { segments } = countSegments(text);
      expect(segments === parts.length || parts.length > maxSegments).toBe(true);
      const limit = encoding === 'ucs2' ? (parts.length > 1 ? 67 : 70) : 160;
      for (const part of parts) expect(part.length).toBeLessThanOrEqual(limit);
    }),
    { numRuns: 500 },
  );
});

test('if a character is longer than a segment, it is split between its code points', () => {
  const { parts } = splitIntoSegments(`a${'\u0301'.repeat(200)}`);
  expect(parts.map((part) => part.length)).toEqual([67, 67, 67]);
  const emoji = splitIntoSegments(`${'👨‍'.repeat(66)}👨`).parts;
  expect(emoji.every((part) => part.isWellFormed() && part.length <= 67)).toBe(true);
});
