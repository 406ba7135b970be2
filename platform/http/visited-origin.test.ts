import { expect, test } from 'vitest';
import { visitedOrigin } from './visited-origin.ts';

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
])('a site at %s that is visited at %s leads back to %s', (publicUrl, host, origin) => {
  expect(visitedOrigin(new Request(publicUrl, { headers: { host } }), publicUrl)).toBe(origin);
});
