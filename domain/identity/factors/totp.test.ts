import { expect, test } from 'vitest';
import { fromBase32, hotp, stepAt, toBase32 } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

// RFC 6238, appendix B, the rows for SHA-1.
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('computes the code of RFC 6238 at %i seconds', (seconds, code) => {
  expect(hotp(secret, stepAt(seconds), 8)).toBe(code);
});

// RFC 4226, appendix D.
test.each([
  [0, '755224'],
  [1, '287082'],
  [2, '359152'],
  [9, '520489'],
])('computes the code of RFC 4226 for counter %i', (counter, code) => {
  expect(hotp(secret, counter)).toBe(code);
});

// RFC 4648, section 10, without padding.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('encodes %j in base 32 and decodes it', (text, encoded) => {
  expect(toBase32(Buffer.from(text))).toBe(encoded);
  expect(fromBase32(encoded).toString()).toBe(text);
});
