import { SegmentedMessage } from 'sms-segments-calculator';
import { expect, test } from 'vitest';
import { dataCodingOf, encodeText } from './encode-text.ts';

test('GSM characters are one octet each, at their place in the alphabet', () => {
  expect(encodeText('@£Hello_à', 0).toString('hex')).toBe('000148656c6c6f117f');
});

test('characters of the extension are the escape and a septet', () => {
  expect(encodeText('\f^{}\\[~]|€', 0).toString('hex')).toBe(
    '1b0a1b141b281b291b2f1b3c1b3d1b3e1b401b65',
  );
});

test('one character beyond GSM makes the whole message UCS-2', () => {
  for (const text of ['नमस्ते', 'ok 👍', '₹100', 'a`b', 'tab\t', 'façade', 'esc\u001B']) {
    expect(dataCodingOf(text)).toBe(8);
  }
  expect(dataCodingOf('Über, Çok: 5€ {ok}')).toBe(0);
});

test('UCS-2 is big-endian UTF-16, surrogate pairs and all', () => {
  expect(encodeText('न👍', 8).toString('hex')).toBe('0928d83ddc4d');
});

test('a character that GSM lacks is never sent as another', () => {
  expect(() => encodeText('₹', 0)).toThrow('GSM-7');
});

test('what is billed as GSM is sent as GSM, for every character of the basic plane', () => {
  for (let code = 0; code < 0xd800; code += 1) {
    const character = String.fromCharCode(code);
    const billed = new SegmentedMessage(character, 'auto', false).encodingName;
    expect(dataCodingOf(character), `U+${code.toString(16)}`).toBe(billed === 'GSM-7' ? 0 : 8);
  }
});
