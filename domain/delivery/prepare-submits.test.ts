import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countSegments, maxSegments } from '#domain/sms/segments.browser.ts';
import { newId } from '#platform/ids.ts';
import type { Submittable } from './contract.ts';
import { prepareSubmits, segmentReference } from './prepare-submits.ts';

const now = new Date('2026-04-01T00:00:00Z');

const messageWith = (text: string): Submittable => ({
  id: 'msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD',
  recipient: '+919876543210',
  sender: 'DAKIYA',
  templateId: null,
  entityId: null,
  chains: null,
  livemode: true,
  ...countSegments(text),
  validUntil: new Date(now.getTime() + 3_600_000),
});

const unit = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...'aé0 €|\n') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...'नमस्ते', '😀', '👨‍👩‍👧', '👍🏽', '🇮🇳', '₹', '\r\n', '\u0301'),
  },
);

test('a message has as many submits as counted segments, each of at most 140 octets', () => {
  fc.assert(
    fc.property(fc.string({ unit, minLength: 1, maxLength: 700 }), (text) => {
      const { encoding, segments } = countSegments(text);
      fc.pre(segments <= maxSegments);
      const submits = prepareSubmits(messageWith(text), text, now);
      expect(submits.map(({ seq }) => seq)).toEqual(
        Array.from({ length: segments }, (_, i) => i + 1),
      );
      for (const { submit } of submits) {
        expect(submit.header === null).toBe(segments === 1);
        // The text is in octets for UCS-2. For GSM-7, it is in septets, of which eight take seven octets.
        const text =
          encoding === 'ucs2' ? submit.text.length : Math.ceil((submit.text.length * 7) / 8);
        expect(text + (submit.header?.length ?? 0)).toBeLessThanOrEqual(140);
      }
    }),
    { numRuns: 300 },
  );
});

test('every process computes the same 16-bit reference for a segment', () => {
  const id = newId('msg');
  expect(segmentReference(id, 1)).toBe(segmentReference(id, 1));
  for (let seq = 0; seq <= 10; seq++) {
    expect(segmentReference(id, seq)).toBeGreaterThanOrEqual(0);
    expect(segmentReference(id, seq)).toBeLessThanOrEqual(0xffff);
  }
});

test('the references of many messages are spread over all values', () => {
  const seen = new Set(Array.from({ length: 20_000 }, () => segmentReference(newId('msg'), 1)));
  // 20,000 random draws from 65,536 values give about 17,230 different values.
  expect(seen.size).toBeGreaterThan(16_900);
});
