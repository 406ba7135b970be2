import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';
import { expect, test } from 'vitest';
import { countSegments, splitIntoSegments } from './segments.ts';

test.each([
  ['x'.repeat(160), 'gsm7', 1],
  ['x'.repeat(161), 'gsm7', 2],
  ['x'.repeat(307), 'gsm7', 3],
  ['€'.repeat(80), 'gsm7', 1],
  ['€'.repeat(81), 'gsm7', 2],
  ['न'.repeat(70), 'ucs2', 1],
  ['न'.repeat(71), 'ucs2', 2],
  ['न'.repeat(135), 'ucs2', 3],
  ['😀'.repeat(35), 'ucs2', 1],
  ['😀'.repeat(36), 'ucs2', 2],
  ['₹199', 'ucs2', 1],
])('counts the segments that a carrier bills: case %#', (text, encoding, segments) => {
  expect(countSegments(text)).toEqual({ encoding, segments });
});

test('the fast way counts as the calculator does', () => {
  const plain = fc.string({ unit: fc.constantFrom(...'aZ09 @£é\n_Ü'), maxLength: 1530 });
  fc.assert(
    fc.property(plain, (text) => {
      const { segments } = countSegments(text);
      expect(segments).toBe(Math.max(1, new SegmentedMessage(text, 'auto', false).segmentsCount));
    }),
    { numRuns: 50 },
  );
});

test('what is sent is what was counted, nothing lost, nothing too long', () => {
  const unit = fc.constantFrom(...'aé€\r\nन्', '😀', '👨‍👩‍👧', '\u0301', '`', '₹');
  fc.assert(
    fc.property(fc.string({ unit, minLength: 1, maxLength: 300 }), (text) => {
      const { encoding, parts } = splitIntoSegments(text);
      expect(parts.join('')).toBe(text);
      expect(countSegments(text)).toEqual({ encoding, segments: parts.length });
      const limit = encoding === 'ucs2' ? (parts.length > 1 ? 67 : 70) : 160;
      for (const part of parts) expect(part.length).toBeLessThanOrEqual(limit);
    }),
    { numRuns: 100 },
  );
});

test('one character longer than a segment is still split', () => {
  const { parts } = splitIntoSegments(`a${'\u0301'.repeat(200)}`);
  expect(parts.map((part) => part.length)).toEqual([67, 67, 67]);
});
