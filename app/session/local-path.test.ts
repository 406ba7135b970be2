import { expect, test } from 'vitest';
import { localPath } from './local-path.ts';

test.each(['/', '/dashboard', '/dashboard?tab=account', '/a/b#c', '/docs?to=//evil.example'])(
  'accepts %s as a path of this site',
  (path) => {
    expect(localPath(path)).toBe(path);
  },
);

test('percent-encodes characters that a header cannot carry', () => {
  expect(localPath('/आ?b=ß')).toBe('/%E0%A4%86?b=%C3%9F');
});

test.each([
  '',
  'dashboard',
  '//evil.example',
  '/.//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' /dashboard',
  '/a\\b',
  'https://evil.example',
  'https:/evil.example',
  'javascript:alert(1)',
  '/\u0000',
  null,
  undefined,
  7,
])('rejects %j, which leads elsewhere', (path) => {
  expect(localPath(path)).toBeNull();
});
