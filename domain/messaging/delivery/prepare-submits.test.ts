import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countSegments, maxSegments } from '#domain/messaging/messages/segments.browser.ts';
import type { Submittable } from './contract.ts';
import { prepareSubmits } from './prepare-submits.ts';

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

test('a message has as many submits as segments were counted, each within 140 octets', () => {
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
        // In UCS-2 these are octets, in GSM-7 septets of which eight are sent in seven octets.
        const text =
          encoding === 'ucs2' ? submit.text.length : Math.ceil((submit.text.length * 7) / 8);
        expect(text + (submit.header?.length ?? 0)).toBeLessThanOrEqual(140);
      }
    }),
    { numRuns: 300 },
  );
});
