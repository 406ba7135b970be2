import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { segmentReference } from './segment-reference.ts';

test('every process computes the same 16-bit reference for a segment', () => {
  const id = newId('msg');
  expect(segmentReference(id, 1)).toBe(segmentReference(id, 1));
  for (let seq = 0; seq <= 10; seq++) {
    expect(segmentReference(id, seq)).toBeGreaterThanOrEqual(0);
    expect(segmentReference(id, seq)).toBeLessThanOrEqual(0xffff);
  }
});

test('references of many messages spread over all values', () => {
  const seen = new Set(Array.from({ length: 20_000 }, () => segmentReference(newId('msg'), 1)));
  // Of 65,536 values, 20,000 draws leave about 17,230 different ones.
  expect(seen.size).toBeGreaterThan(16_900);
});
