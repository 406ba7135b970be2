import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countSegments } from '#domain/sms/segments.browser.ts';
import { toOneSegment } from './send-sms.ts';

test.each([
  ['Dakiya: 80 % of your messages are used', 'Dakiya: 80 % of your messages are used'],
  ['₹999 for\nthe plan “Pro”', 'Rs 999 for the plan ?Pro?'],
  ['Plan Zürich Čapek', 'Plan Zürich Capek'],
  ['योजना', '?????'],
])('the text %j is sent as %j', (text, expected) => expect(toOneSegment(text)).toBe(expected));

test('any text is shortened to one segment of the GSM alphabet', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      const { encoding, segments } = countSegments(toOneSegment(text));
      expect(encoding).toBe('gsm7');
      expect(segments).toBeLessThanOrEqual(1);
    }),
  );
  expect(toOneSegment('€'.repeat(200))).toMatch(/^€+\.\.\.$/);
});
