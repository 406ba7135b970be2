import { expect, test } from 'vitest';
import { countSegments } from '#domain/messaging/messages/segments.browser.ts';
import { concatenationHeader, encodeText } from './encode-segment.ts';

test('GSM characters are one octet each, at their place in the alphabet', () => {
  expect(encodeText('@£Hello_à', 0).toString('hex')).toBe('000148656c6c6f117f');
});

test('characters of the extension are the escape and a septet', () => {
  expect(encodeText('\f^{}\\[~]|€', 0).toString('hex')).toBe(
    '1b0a1b141b281b291b2f1b3c1b3d1b3e1b401b65',
  );
});

test('UCS-2 is big-endian UTF-16, surrogate pairs and all', () => {
  expect(encodeText('न👍', 8).toString('hex')).toBe('0928d83ddc4d');
});

test('a character that GSM lacks is never sent as another', () => {
  expect(() => encodeText('₹', 0)).toThrow('GSM-7');
});

test('a text billed as GSM is sent as GSM, for every character of the basic plane', () => {
  for (let code = 0; code < 0xd800; code += 1) {
    const character = String.fromCharCode(code);
    if (countSegments(character).encoding === 'ucs2') continue;
    expect(() => encodeText(character, 0), `U+${code.toString(16)}`).not.toThrow();
  }
});

test('a segment names its message, how many there are, and its place', () => {
  expect(concatenationHeader(0x2a, 3, 2).toString('hex')).toBe('0500032a0302');
});

test('a reference of 16 bits is cut to the 8 that the header has', () => {
  expect(concatenationHeader(0x12ff, 2, 1).toString('hex')).toBe('050003ff0201');
});

test('rejects a segment beyond the last', () => {
  expect(() => concatenationHeader(1, 2, 3)).toThrow('Invariant');
});
