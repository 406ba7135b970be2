import { expect, test } from 'vitest';
import { findPhrases, findPhrasesInClean } from './find-phrases.ts';

test.each([
  ['a.ts', '/** Nobody waits for it. */', 1],
  ['a.ts', 'x = 1; // The next run goes on.', 1],
  ['a.ts', ' * A queue of its\n * own.', 1],
  ['a.test.ts', "test('what waits is shown', () => {", 1],
  ['a.test.ts', "])('%s is sent whatever it has', () => {", 1],
  ['README.md', 'It stays for ever.', 1],
  ['a.ts', "const text = 'Nobody';", 0],
  ['a.ts', "const url = 'http://nobody.example'; // Null if there is none.", 0],
  ['a.ts', ' * The rest\n * goes.', 0],
])('finds phrases in %s: %j', (path, text, count) => {
  expect(findPhrases(path, text)).toHaveLength(count);
});

test('names the line of a phrase, and what to write instead', () => {
  expect(findPhrases('a.ts', '\n// It stays for ever.')).toEqual([
    'a.ts:2: “for ever”: write permanently.',
  ]);
});

test('the clean paths contain no refused phrase', () => {
  expect(findPhrasesInClean()).toEqual([]);
});
