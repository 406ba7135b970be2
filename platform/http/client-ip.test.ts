import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { clientIp, rateLimitAddress, rateLimitNetwork, toWiderNetwork } from './client-ip.ts';

const from = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

test.each([
  [
    'no proxy of ours: nothing that is sent is believed',
    from('192.0.2.1', '1.1.1.1'),
    0,
    '192.0.2.1',
  ],
  ['one proxy', from('10.0.0.1', '192.0.2.1'), 1, '192.0.2.1'],
  ['one proxy, and a client that lies', from('10.0.0.1', '1.1.1.1, 192.0.2.1'), 1, '192.0.2.1'],
  ['two proxies', from('10.0.0.1', '1.1.1.1, 192.0.2.1,10.0.0.2'), 2, '192.0.2.1'],
  ['around the proxy', from('192.0.2.1'), 1, '192.0.2.1'],
  ['IPv4 in IPv6', from('::ffff:192.0.2.1'), 0, '192.0.2.1'],
  ['IPv4 in IPv6, in hex', from('::ffff:cb00:7107'), 0, '203.0.113.7'],
  ['IPv4 in IPv6, in full', from('0:0:0:0:0:FFFF:203.0.113.7'), 0, '203.0.113.7'],
  ['IPv6', from('2001:DB8:1:2:3:4:5:6'), 0, '2001:db8:1:2::/64'],
  ['IPv6, with zeros in front', from('2001:0db8:0001:0002::0006'), 0, '2001:db8:1:2::/64'],
  ['IPv6, zeros in full', from('2001:db8:0:0:0:0:5:6'), 0, '2001:db8:0:0::/64'],
  ['IPv6 with a zone', from('fe80::1%eth0'), 0, 'fe80:0:0:0::/64'],
  ['IPv6, shortened', from('2001:db8::5:6'), 0, '2001:db8:0:0::/64'],
  ['IPv6 of the machine itself', from('::1'), 0, '0:0:0:0::/64'],
  ['no address', from(''), 0, ''],
])('returns the address for rate limits: %s', (_, request, proxies, address) => {
  expect(rateLimitAddress(request, proxies)).toBe(address);
});

test.each([
  ['IPv4 in IPv6', from('::ffff:192.0.2.1'), 0, '192.0.2.1'],
  ['IPv4 in IPv6, in hex', from('::ffff:c000:0201'), 0, '192.0.2.1'],
  ['IPv6', from('2001:0DB8:1:2::6'), 0, '2001:db8:1:2::6'],
  ['a client that lies', from('10.0.0.1', '1.1.1.1, 192.0.2.1'), 1, '192.0.2.1'],
  ['a proxy that hides the address', from('10.0.0.1', 'unknown'), 1, ''],
])('returns the client’s exact address: %s', (_, request, proxies, address) => {
  expect(clientIp(request, proxies)).toBe(address);
});

test.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:1:2:3::6', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
  ['', ''],
])('the wider network of %s is %s', (address, network) => {
  expect(toWiderNetwork(rateLimitNetwork(address))).toBe(network);
});
