import { expect, test } from 'vitest';
import { maxAddresses, parseAllowedAddresses } from './parse-allowed-addresses.browser.ts';

test('accepts addresses by line or by comma, removes duplicates and keeps the order', () => {
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
    'Line 1: “localhost” is no IP address or network.',
    'Line 2: “203.0.113.300” is no IP address or network.',
    'Line 4: “fe80::1%0” is no IP address or network.',
  ]);
});

test('a long list of errors is shortened, and so are long entries', () => {
  const { errors } = parseAllowedAddresses(
    Array.from({ length: 9 }, () => 'x'.repeat(400)).join('\n'),
  );
  expect(errors).toHaveLength(6);
  expect(errors.at(-1)).toBe('4 more lines are invalid.');
  expect(errors[0]?.length).toBeLessThan(100);
});

test('there is an end to the list', () => {
  const many = Array.from({ length: maxAddresses + 1 }, (_, i) => `203.0.113.${i}`);
  expect(parseAllowedAddresses(many.slice(1).join('\n')).errors).toEqual([]);
  expect(parseAllowedAddresses(many.join('\n')).errors).toEqual([
    `Line ${maxAddresses + 1}: at most ${maxAddresses} addresses and networks are kept.`,
  ]);
});
