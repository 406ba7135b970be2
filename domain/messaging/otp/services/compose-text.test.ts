import { expect, test } from 'vitest';
import { composeText } from './compose-text.ts';

const plain = { name: 'Acme', text: 'Use {code} for {name}.', appHash: null, webDomain: null };

test.each([
  ['{code}', 'Use 482913 for {code}.'],
  ['{name}', 'Use 482913 for {name}.'],
  ['$&$1', 'Use 482913 for $&$1.'],
])('a name is in the text as it is: %s', (name, text) => {
  expect(composeText({ ...plain, name }, '482913')).toBe(text);
});

test('the line for browsers is the last one, after that for Android', () => {
  const lines = { appHash: 'FA+9qCX9VSu', webDomain: 'example.com' };
  expect(composeText({ ...plain, ...lines }, '482913').split('\n')).toEqual([
    'Use 482913 for Acme.',
    'FA+9qCX9VSu',
    '@example.com #482913',
  ]);
});
