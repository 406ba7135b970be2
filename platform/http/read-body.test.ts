import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBodyBytes } from './read-body.ts';

test('collects the bytes up to the limit, regardless of how they are divided into chunks', () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 40_000 }), { maxLength: 12 });
  fc.assert(
    fc.property(chunks, fc.integer({ min: 1, max: 100_000 }), (parts, max) => {
      const body = createBodyBytes(max);
      for (const part of parts) body.add(part);
      const expected = Buffer.concat(parts).subarray(0, max);
      expect(Buffer.compare(body.bytes, expected)).toBe(0);
    }),
  );
});

test('uses at most twice the memory of the bytes that have arrived, in any number of chunks', () => {
  const body = createBodyBytes(1_000_000);
  for (let i = 0; i < 100_000; i += 1) body.add(Uint8Array.of(i % 256));
  expect(body.bytes.byteLength).toBe(100_000);
  expect(body.bytes.buffer.byteLength).toBeLessThanOrEqual(200_000);
});
