import { expect, test } from 'vitest';
import { markText } from './verdict.tsx';

test('divides a text at its values and at the position of a finding', () => {
  const values = [
    { from: 5, to: 9 },
    { from: 9, to: 11 },
  ];
  expect(markText('Dear Asha12!', { values, position: 11 })).toEqual([
    { text: 'Dear ' },
    { text: 'Asha', slot: 1 },
    { text: '12', slot: 2 },
    { text: '!', isFound: true },
  ]);
});

test('counts positions in code points, so that an emoji before a mark does not move the mark', () => {
  const runs = markText('🙂🙂ab', { values: [{ from: 1, to: 2 }], position: 2 });
  expect(runs).toEqual([
    { text: '🙂' },
    { text: '🙂', slot: 1 },
    { text: 'a', isFound: true },
    { text: 'b' },
  ]);
});

test('marks the end of a text that ends too early, even if the text is empty', () => {
  expect(markText('ab', { values: [], position: 2 })).toEqual([
    { text: 'ab' },
    { text: '', isFound: true },
  ]);
  expect(markText('', { values: [], position: 0 })).toEqual([{ text: '', isFound: true }]);
});

test('marks a position within a value, and keeps the whole text', () => {
  const runs = markText('12-34', { values: [{ from: 0, to: 5 }], position: 2 });
  expect(runs.map(({ text }) => text)).toEqual(['12', '-', '34']);
  expect(runs[1]).toEqual({ text: '-', slot: 1, isFound: true });
});
