import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { rejectCrossSite } from './reject-requests.ts';

/** Whether a site accepts a form that comes from the origin `from`. */
function passes(site: { origin: string; anyName?: boolean }, from: string, host: string): boolean {
  let passed = false;
  const request = { url: '/login', method: 'POST', headers: { origin: from, host } };
  const response = { writeHead: () => undefined, end: () => undefined };
  rejectCrossSite({ anyName: false, ...site })(
    request as unknown as IncomingMessage,
    response as unknown as ServerResponse,
    () => {
      passed = true;
    },
  );
  return passed;
}

const here = { origin: 'http://localhost:3000' };
const there = { origin: 'https://dakiya.example' };

test.each([
  ['its own name', here, 'http://localhost:3000', 'localhost:3000', true],
  ['another name of the machine', here, 'http://127.0.0.1:3000', '127.0.0.1:3000', true],
  ['its address in IPv6', here, 'http://[::1]:3000', '[::1]:3000', true],
  ['another port of the machine', here, 'http://127.0.0.1:4000', '127.0.0.1:3000', false],
  ['a name that leads to the machine', here, 'http://evil.example', 'evil.example', false],
  ['the public name', there, 'https://dakiya.example', 'inner:3000', true],
  ['the machine itself, of a public site', there, 'http://127.0.0.1:3000', '127.0.0.1:3000', false],
  ['no address', here, 'null', '127.0.0.1:3000', false],
])('a form is accepted or rejected by its origin: %s', (_, site, from, host, expected) => {
  expect(passes(site, from, host)).toBe(expected);
});
