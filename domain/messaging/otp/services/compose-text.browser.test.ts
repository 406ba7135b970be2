import { expect, test } from 'vitest';
import { composeText } from './compose-text.browser.ts';

const plain = { name: 'Acme', text: '{name}: {code}.', appHash: null, webDomain: null };

test.each([
  ['{code}', '{code}: 482913.'],
  ['{name}', '{name}: 482913.'],
  ['$&$1', '$&$1: 482913.'],
])('inserts a name unchanged: %s', (name, text) => {
  expect(composeText({ ...plain, name }, '482913')).toBe(text);
});

test('adds the line for Android, followed by the line for browsers at the end', () => {
  const lines = { appHash: 'FA+9qCX9VSu', webDomain: 'example.com' };
  expect(composeText({ ...plain, ...lines }, '482913').split('\n')).toEqual([
    'Acme: 482913.',
    'FA+9qCX9VSu',
    '@example.com #482913',
  ]);
});
