import { expect, test } from 'vitest';
import { normalizePath } from './normalize-path.ts';

test.each([
  ['/blog%', '/blog%25'],
  ['/blog%E0%A4%A?to=%', '/blog%25E0%25A4%25A?to=%'],
  ['/%zz/%20', '/%25zz/%2520'],
  ['/%5C', '/%255C'],
  ['/%5cevil.example?a=%5C', '/%255cevil.example?a=%5C'],
])('%s, which must not be decoded, is read as %s', (url, read) => {
  expect(normalizePath(url)).toBe(read);
});

test.each([
  ['//', '/'],
  ['//evil.example//a?to=//', '/evil.example/a?to=//'],
  [`/docs${'/'.repeat(10_000)}x`, '/docs/x'],
])('slashes in a row are one: %.40s', (url, read) => {
  expect(normalizePath(url)).toBe(read);
});

test.each([
  ['/api/v1/../../etc/passwd?a=..', '/etc/passwd?a=..'],
  ['/api/%2E%2e/x', '/x'],
  ['/api\\..\\x', '/x'],
  ['/\\evil.example', '/evil.example'],
  ['/../../..', '/'],
])('resolves ../ segments: %s', (url, read) => {
  expect(normalizePath(url)).toBe(read);
});

test.each([
  '/',
  '/docs/a%20b',
  '/%00',
  '/a?b=%zz',
  '/a%5Cb',
  '/avatars/a.webp',
  '/.well-known/x',
  '*',
  '',
  'http://x/..',
])('%s stays as it is', (url) => {
  expect(normalizePath(url)).toBe(url);
});
