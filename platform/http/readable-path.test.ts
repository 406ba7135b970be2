import { expect, test } from 'vitest';
import { readablePath } from './readable-path.ts';

test.each([
  ['/blog%', '/blog%25'],
  ['/blog%E0%A4%A?to=%', '/blog%25E0%25A4%25A?to=%'],
  ['/%zz/%20', '/%25zz/%2520'],
])('%s, which cannot be decoded, is read as %s', (url, read) => {
  expect(readablePath(url)).toBe(read);
});

test.each(['/', '/docs/a%20b', '/%00', '/a?b=%zz', '*', ''])('%s stays as it is', (url) => {
  expect(readablePath(url)).toBe(url);
});
