import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { refuseCrossSite } from './refuse-cross-site.ts';

const ours = 'https://dakiya.example';

function passes(method: string, headers: Record<string, string>, anyName = false): boolean {
  const next = vi.fn();
  const response = { writeHead: vi.fn(), end: vi.fn() };
  const check = refuseCrossSite({ origin: ours, anyName });
  const request = { method, headers: { host: 'dakiya.example', ...headers } };
  check(request as unknown as IncomingMessage, response as unknown as ServerResponse, next);
  if (next.mock.calls.length === 0) expect(response.writeHead.mock.calls[0]?.[0]).toBe(403);
  return next.mock.calls.length === 1;
}

test.each(['GET', 'HEAD', 'OPTIONS'])('%s changes nothing and may come from anywhere', (method) => {
  expect(passes(method, { origin: 'https://evil.example' })).toBe(true);
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PURGE'])(
  '%s passes from our own origin',
  (method) => {
    expect(passes(method, { origin: ours })).toBe(true);
  },
);

test.each([
  ['another site', { origin: 'https://evil.example' }],
  ['another scheme', { origin: 'http://dakiya.example' }],
  ['another port', { origin: 'https://dakiya.example:444' }],
  ['a longer name', { origin: 'https://dakiya.example.evil.example' }],
  ['a hidden origin', { origin: 'null' }],
  ['a hidden origin, whatever else it says', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
  ['no origin at all', {}],
  ['no origin, from another site', { 'sec-fetch-site': 'cross-site' }],
  ['no origin, from a neighbour', { 'sec-fetch-site': 'same-site' }],
  ['a host that an attacker made fit', { origin: 'https://evil.example', host: 'evil.example' }],
  [
    'a forwarded host made to fit',
    { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
  ],
])('a POST from %s is refused', (_what, headers) => {
  expect(passes('POST', headers as Record<string, string>)).toBe(false);
});

test('a POST without origin passes when the browser says it is the same', () => {
  expect(passes('POST', { 'sec-fetch-site': 'same-origin' })).toBe(true);
});

test('in development the site may be called by another name, but only by its own', () => {
  const local = { host: '127.0.0.1:3000' };
  expect(passes('POST', { ...local, origin: 'http://127.0.0.1:3000' }, true)).toBe(true);
  expect(passes('POST', { ...local, origin: 'http://127.0.0.1:3001' }, true)).toBe(false);
  expect(passes('POST', { ...local, origin: 'http://127.0.0.1:3000' }, false)).toBe(false);
});

test('one path may be sent forms by other sites, and no other that looks like it', () => {
  const check = refuseCrossSite({ origin: ours, anyName: false, openPath: '/callback' });
  const passed = (url: string) => {
    const next = vi.fn();
    const request = { method: 'POST', url, headers: { origin: 'https://pay.example' } };
    const response = { writeHead: vi.fn(), end: vi.fn() };
    check(request as unknown as IncomingMessage, response as unknown as ServerResponse, next);
    return next.mock.calls.length === 1;
  };
  expect(['/callback', '/callback?order=1'].map(passed)).toEqual([true, true]);
  const others = ['/callback/', '/callback.data', '/x?/callback', '//callback', '/callbacks'];
  expect(others.map(passed)).toEqual(others.map(() => false));
});
