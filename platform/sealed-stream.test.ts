import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { openStream, sealStream } from './sealed-stream.ts';

const secret = randomBytes(32);

/** Passes bytes through a stream, in pieces of `size`. */
async function through(stream: ReturnType<typeof sealStream>, bytes: Buffer, size = 10_000) {
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
  const [, made] = await Promise.all([pipeline(Readable.from(pieces), stream), buffer(stream)]);
  return made;
}

test.each([0, 1, 65_535, 65_536, 65_537, 200_000, 262_144])(
  'opens what it sealed: %i bytes',
  async (length) => {
    const text = randomBytes(length);
    const sealed = await through(sealStream(secret), text);
    expect(sealed.includes(text.subarray(0, 32)) && length >= 32).toBe(false);
    for (const size of [7_777, 65_552, 300_000]) {
      expect((await through(openStream(secret), sealed, size)).equals(text)).toBe(true);
    }
  },
);

test('rejects a changed byte, a cut at any place, exchanged chunks and another secret', async () => {
  const text = randomBytes(3 * 65_536);
  const sealed = await through(sealStream(secret), text);
  const chunk = 65_536 + 16;
  const changed = Buffer.from(sealed);
  changed[70_000] = (changed[70_000] ?? 0) ^ 1;
  const exchanged = Buffer.concat([
    sealed.subarray(0, 16),
    sealed.subarray(16 + chunk, 16 + 2 * chunk),
    sealed.subarray(16, 16 + chunk),
    sealed.subarray(16 + 2 * chunk),
  ]);
  const cuts = [0, 16, 20, 16 + chunk, 16 + 2 * chunk, sealed.length - 1];
  const wrong = [changed, exchanged, ...cuts.map((at) => sealed.subarray(0, at))];
  for (const one of wrong) await expect(through(openStream(secret), one)).rejects.toThrow();
  await expect(through(openStream(randomBytes(32)), sealed)).rejects.toThrow();
});
