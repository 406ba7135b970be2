import fc from 'fast-check';
import { hostileText } from './hostile.ts';

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64');

/** A PNG of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** The same with 60,000 × 60,000 pixels in its header: a decompression bomb. */
function bomb(): Buffer {
  const bytes = Buffer.from(pixel);
  bytes.writeUInt32BE(60_000, 16);
  bytes.writeUInt32BE(60_000, 20);
  return bytes;
}

/** Pictures and files that pretend to be pictures, in Base64. */
export const pictures: fc.Arbitrary<{ name: string; type: string; value: string }> = fc.record({
  name: fc.constantFrom(
    'me.png',
    '',
    '../../me.png',
    'a\0b.png',
    'me.svg',
    '"; x="',
    'न.webp',
    'x'.repeat(300),
  ),
  type: fc.constantFrom(
    'image/png',
    'image/svg+xml',
    'text/html',
    '',
    'application/json',
    'image/gif',
  ),
  value: fc.oneof(
    { weight: 4, arbitrary: fc.constant(base64(pixel)) },
    {
      weight: 2,
      arbitrary: fc.nat({ max: pixel.length }).map((n) => base64(pixel.subarray(0, n))),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        base64(bomb()),
        base64(
          '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>',
        ),
        base64('GIF89a'),
        base64('\xff\xd8\xff\xe0'),
        base64('RIFF\0\0\0\0WEBPVP8 '),
      ),
    },
    { weight: 2, arbitrary: fc.uint8Array({ maxLength: 400 }).map(base64) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(2_097_152, 2_097_153, 2_300_000)
        .map((n) => base64(Buffer.alloc(n, 1))),
    },
  ),
});

const row = fc
  .tuple(
    fc.oneof(fc.constant('1107161700000010231'), fc.constant('1.10716E+18'), hostileText),
    fc.oneof(fc.constant('"Your code is {#numeric#}. - ACME"'), hostileText),
  )
  .map((cells) => cells.join(','));

/** Exports of DLT portals, and files that pretend to be some, in Base64. */
export const dltFiles: fc.Arbitrary<{ name: string; type: string; value: string }> = fc.record({
  name: fc.constantFrom('a.csv', 'a.xlsx', '', '../../a.csv', '"; x="', 'न.csv', 'x'.repeat(300)),
  type: fc.constantFrom('text/csv', '', 'application/json'),
  value: fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .array(row, { maxLength: 5 })
        .map((rows) => base64(['Template ID,Content', ...rows].join('\n'))),
    },
    { weight: 2, arbitrary: fc.uint8Array({ maxLength: 400 }).map(base64) },
    {
      weight: 2,
      arbitrary: fc
        .uint8Array({ maxLength: 400 })
        .map((b) => base64(Buffer.concat([Buffer.from('PK\x03\x04'), b]))),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(5_242_880, 5_242_881, 5_400_000)
        .map((n) => base64(Buffer.alloc(n, 'a'))),
    },
  ),
});
