import { expect, test } from 'vitest';
import {
  maxAddresses,
  normalizeNetwork,
  parseAllowedAddresses,
} from './normalize-network.browser.ts';
import { AllowList } from './stored-settings.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7/32', '203.0.113.7'],
  ['203.0.113.77/24', '203.0.113.0/24'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['2001:0DB8:0000::0001', '2001:db8::1'],
  ['2001:db8:1:2:3:4:5:6/64', '2001:db8:1:2::/64'],
  ['::1/128', '::1'],
  ['::/0', '::/0'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107/120', '203.0.113.0/24'],
  ['::ffff:0:0/95', '::fffe:0:0/95'],
])('%s is normalized to %s', (typed, network) => {
  expect(normalizeNetwork(typed)).toBe(network);
  expect(normalizeNetwork(network)).toBe(network);
});

test.each([
  '',
  '/',
  '/24',
  '203.0.113',
  '203.0.113.256',
  '203.0.113.07',
  '0x7f.0.0.1',
  '203.0.113.7/33',
  '203.0.113.7/024',
  '203.0.113.7/',
  '203.0.113.7/24/24',
  '203.0.113.7:443',
  '2001:db8::1/129',
  '2001:db8::1::2',
  '1:2:3:4:5:6:7:8:9',
  '[::1]',
  'fe80::1%eth0',
  'localhost',
  '::1]/@x[',
  '२०३.0.113.7',
])('%j is neither an address nor a network', (typed) => expect(normalizeNetwork(typed)).toBeNull());

test('only addresses within the listed addresses and networks are allowed', () => {
  const list = new AllowList(['203.0.113.7', '198.51.100.0/24', '2001:db8::/32']);
  const admits = (address: string) => list.allows(address);
  const asked = (addresses: string[]) => addresses.map((address) => admits(address));
  expect(
    asked(['203.0.113.7', '::ffff:203.0.113.7', '198.51.100.255', '2001:db8:ffff::1']),
  ).toEqual([true, true, true, true]);
  expect(asked(['203.0.113.8', '198.51.101.0', '2001:db9::1', '::', '', 'unknown'])).toEqual(
    Array.from({ length: 6 }, () => false),
  );
  expect(new AllowList([]).allows('203.0.113.7')).toBe(false);
});

test('accepts addresses separated by lines or commas, removes duplicates and keeps the order', () => {
  const typed =
    ' 203.0.113.7,198.51.100.9/24\r\n\n2001:DB8::1 ,, 203.0.113.7/32\n::ffff:203.0.113.7';
  expect(parseAllowedAddresses(typed)).toEqual({
    addresses: ['203.0.113.7', '198.51.100.0/24', '2001:db8::1'],
    errors: [],
  });
  expect(parseAllowedAddresses(' \n,\n')).toEqual({ addresses: [], errors: [] });
});

test('each error names its line', () => {
  const { addresses, errors } = parseAllowedAddresses(
    'localhost\n203.0.113.7, 203.0.113.300\n\nfe80::1%0',
  );
  expect(addresses).toEqual(['203.0.113.7']);
  expect(errors).toEqual([
    'Line 1: “localhost” is not an IP address or network.',
    'Line 2: “203.0.113.300” is not an IP address or network.',
    'Line 4: “fe80::1%0” is not an IP address or network.',
  ]);
});

test('long lists of errors and long entries are shortened', () => {
  const { errors } = parseAllowedAddresses(
    Array.from({ length: 9 }, () => 'x'.repeat(400)).join('\n'),
  );
  expect(errors).toHaveLength(6);
  expect(errors.at(-1)).toBe('4 more lines are invalid.');
  expect(errors[0]?.length).toBeLessThan(100);
});

test('entries beyond the maximum are rejected', () => {
  const many = Array.from({ length: maxAddresses + 1 }, (_, i) => `203.0.113.${i}`);
  expect(parseAllowedAddresses(many.slice(1).join('\n')).errors).toEqual([]);
  expect(parseAllowedAddresses(many.join('\n')).errors).toEqual([
    `Line ${maxAddresses + 1}: at most ${maxAddresses} addresses and networks are allowed.`,
  ]);
});
