import { expect, test } from 'vitest';
import { normalizePath, visitedOrigin } from './request-target.ts';

test.each([
  ['/blog%', '/blog%25'],
  ['/blog%E0%A4%A?to=%', '/blog%25E0%25A4%25A?to=%'],
  ['/%zz/%20', '/%25zz/%2520'],
  ['/%5C', '/%255C'],
  ['/%5cevil.example?a=%5C', '/%255cevil.example?a=%5C'],
])('escapes %s, which cannot be decoded, to %s', (url, read) => {
  expect(normalizePath(url)).toBe(read);
});

test.each([
  ['//', '/'],
  ['//evil.example//a?to=//', '/evil.example/a?to=//'],
  [`/docs${'/'.repeat(10_000)}x`, '/docs/x'],
])('merges repeated slashes: %.40s', (url, read) => {
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
])('the target %s stays unchanged', (url) => {
  expect(normalizePath(url)).toBe(url);
});

const here = 'http://localhost:3000';
const there = 'https://dakiya.example';

test.each([
  [here, '127.0.0.1:3000', 'http://127.0.0.1:3000'],
  [here, 'localhost:3000', here],
  [here, '[::1]:3000', 'http://[::1]:3000'],
  [here, '127.0.0.1:4444', 'http://127.0.0.1:4444'],
  [here, 'evil.example', here],
  [here, '127.0.0.1.evil.example:3000', here],
  [here, 'bad host', here],
  [there, '127.0.0.1:3000', there],
  [there, 'localhost', there],
  [there, 'dakiya.example', there],
])(
  'for a site at %s that a visitor uses at %s, the origin for redirects is %s',
  (publicUrl, host, origin) => {
    expect(visitedOrigin(new Request(publicUrl, { headers: { host } }), publicUrl)).toBe(origin);
  },
);
