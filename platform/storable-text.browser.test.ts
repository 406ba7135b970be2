import { expect, test } from 'vitest';
import {
  assertStorable,
  isStorable,
  toStorableLine,
  toStorableText,
} from './storable-text.browser.ts';

test.each([
  ['a plain text', 'Hello', true],
  ['Hindi and emoji', 'नमस्ते 🎉', true],
  ['an escape that is only written out', '\\u0000', true],
  ['NUL', 'x\0y', false],
  ['the first half of a pair', '\ud800', false],
  ['the second half of a pair', 'x\udc00', false],
])('decides whether PostgreSQL can store %s', (_, text, storable) => {
  expect(isStorable(text)).toBe(storable);
});

test.each([
  ['NUL and line breaks', 'a\0b\r\nc', 'a�b��c'],
  ['half a pair', 'a\ud800b', 'a�b'],
  ['a whole pair', '😀', '😀'],
  ['a long text', 'x'.repeat(50), 'x'.repeat(10)],
  ['a pair at the end of what is kept', `${'x'.repeat(9)}😀y`, `${'x'.repeat(9)}😀`],
  ['pairs alone', '😀'.repeat(50), '😀'.repeat(10)],
])('makes a storable line of %s', (_, text, line) => {
  expect(toStorableLine(text, 10)).toBe(line);
});

test('finds an unstorable text anywhere in a value', () => {
  const good = { a: [{ b: 'c', d: null, e: 1, f: new Date(), g: Buffer.from([0]) }] };
  expect(() => assertStorable(good)).not.toThrow();
  for (const bad of ['\0', { a: ['\ud800'] }, { a: [{ '\0': 1 }] }, [[['x', '\udfff']]]]) {
    expect(() => assertStorable(bad)).toThrow('cannot be stored');
  }
});

test.each([
  ['NUL and half a pair', 'a\0b\ud800', 'a\ufffdb\ufffd'],
  ['a text that is too long', 'x'.repeat(30), 'x'.repeat(20)],
  ['a character that would be split', `${'x'.repeat(18)}नx`, 'x'.repeat(18)],
  ['line breaks', 'a\nb', 'a\nb'],
])('makes a storable text of %s', (_, text, storable) => {
  expect(toStorableText(text, 20)).toBe(storable);
});
