import fc from 'fast-check';
import { hostileText } from './hostile.ts';

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64');

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
