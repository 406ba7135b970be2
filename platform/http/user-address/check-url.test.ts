import { describe, expect, test } from 'vitest';
import { isPublic, parseAddress, readAllowance } from './allowance.ts';
import { checkNewUrl, checkUrl } from './check-url.ts';

const none = readAllowance('');

describe('rejects an address from a user with the error', () => {
  test.each([
    ['not_public', 'https://127.0.0.1/'],
    ['not_public', 'https://2130706433/'],
    ['not_public', 'https://0177.0.0.1/'],
    ['not_public', 'https://0x7f.1/'],
    ['not_public', 'https://0x7f000001/'],
    ['not_public', 'https://127.0.0.1./'],
    ['not_public', 'https://１２７.０.０.１/'],
    ['not_public', 'https://0/'],
    ['not_public', 'https://10.0.0.1/'],
    ['not_public', 'https://172.16.0.1/'],
    ['not_public', 'https://192.168.1.1/'],
    ['not_public', 'https://100.64.0.1/'],
    ['not_public', 'https://169.254.169.254/latest/meta-data'],
    ['not_public', 'https://168.63.129.16/'],
    ['not_public', 'https://224.0.0.1/'],
    ['not_public', 'https://255.255.255.255/'],
    ['not_public', 'https://[::]/'],
    ['not_public', 'https://[::1]/'],
    ['not_public', 'https://[::127.0.0.1]/'],
    ['not_public', 'https://[::ffff:127.0.0.1]/'],
    ['not_public', 'https://[::ffff:7f00:1]/'],
    ['not_public', 'https://[::ffff:0:127.0.0.1]/'],
    ['not_public', 'https://[64:ff9b::10.0.0.1]/'],
    ['not_public', 'https://[64:ff9b:1::808:808]/'],
    ['not_public', 'https://[2002:7f00:1::]/'],
    ['not_public', 'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/'],
    ['not_public', 'https://[fe80::1]/'],
    ['not_public', 'https://[fd00:ec2::254]/'],
    ['not_public', 'https://[2001:db8::1]/'],
    ['not_public', 'https://[4000::1]/'],
    ['https_required', 'http://hooks.example/'],
    ['https_required', 'http://8.8.8.8/'],
    ['https_required', 'ftp://hooks.example/'],
    ['invalid_url', 'file:///etc/passwd'],
    ['https_required', 'gopher://hooks.example/'],
    ['credentials_in_url', 'https://user@hooks.example/'],
    ['credentials_in_url', 'https://user:secret@hooks.example/'],
    ['port_not_allowed', 'https://8.8.8.8:25/'],
    ['invalid_url', ''],
    ['invalid_url', 'hooks.example'],
    ['invalid_url', 'https://'],
    ['invalid_url', 'https://999.1.1.1/'],
    ['invalid_url', `https://hooks.example/${'a'.repeat(2_000)}`],
  ])('rejects with %s the URL %.60s', (code, address) => {
    const check = () => {
      const target = checkUrl(address, none);
      // A name is checked by the address to which it resolves. In this test that is a public address.
      target.check(parseAddress(target.host) ? target.host : '8.8.8.8');
    };
    expect(check).toThrow(expect.objectContaining({ name: 'OutboundError', code }));
  });
});

test.each(['8.8.8.8', '2606:4700::1111', '64:ff9b::8.8.8.8', '2002:808:808::', '::ffff:8.8.8.8'])(
  'the address %s is public',
  (text) => {
    const address = parseAddress(text);
    expect(address && isPublic(address)).toBe(true);
  },
);

test.each(['https://hooks.example/', 'https://8.8.8.8:8443/x?y=1', 'HTTPS://HOOKS.EXAMPLE./'])(
  'the URL %s is accepted',
  (address) => checkUrl(address, none).check('8.8.8.8'),
);

test('a name that resolves to a non-public address is rejected', () => {
  const { check } = checkUrl('https://localhost./', none);
  for (const address of ['127.0.0.1', '::1', '::ffff:10.0.0.1', 'nonsense', '']) {
    expect(() => check(address)).toThrow(expect.objectContaining({ code: 'not_public' }));
  }
});

describe('addresses that the operator allows', () => {
  const allowance = readAllowance(' hooks.internal, 10.20.0.0/16 ,127.0.0.1, fd00::/8 ');

  test.each([
    ['http://10.20.3.4/', '10.20.3.4'],
    ['http://[::ffff:10.20.3.4]:25/', '10.20.3.4'],
    ['http://127.0.0.1:4000/slack', '127.0.0.1'],
    ['https://[fd12::1]/', 'fd12::1'],
    ['http://HOOKS.internal.:81/', '192.168.7.7'],
    ['http://other.internal/', '10.20.255.255'],
  ])('accepts %s at %s', (address, found) => checkUrl(address, allowance).check(found));

  test.each([
    ['https://10.21.0.1/', '10.21.0.1'],
    ['https://evil-hooks.internal/', '192.168.7.7'],
    ['http://127.0.0.2/', '127.0.0.2'],
    ['http://other.internal/', '8.8.8.8'],
  ])('rejects %s at %s', (address, found) => {
    expect(() => checkUrl(address, allowance).check(found)).toThrow();
  });

  test.each(['10.20.0.0/33', 'http://hooks.internal', 'a b', '*.internal', '10.20', '10.20/16'])(
    'rejects the entry %s',
    (entry) => expect(() => readAllowance(`127.0.0.1,${entry}`)).toThrow(),
  );
});

test.each([
  'http://example.com/x',
  'http://localhost:3999/x',
  'https://localhost/x',
  'https://app.localhost/x',
  'https://printer.local/x',
  'https://db.internal/x',
  'https://intranet/x',
  'https:///x',
  'http://127.0.0.1:3000/x',
])('%s is rejected before it is stored, because no event can ever be posted there', (address) => {
  expect(() => checkNewUrl(address, readAllowance(''))).toThrow(/WEBHOOK_ALLOW/);
});

test.each(['https://example.com:22/', 'https://not-registered-yet.example:80/'])(
  'the port of %s, which no request may use, is refused when the address is entered',
  (address) => {
    const check = () => checkNewUrl(address, none);
    expect(check).toThrow(expect.objectContaining({ code: 'port_not_allowed' }));
  },
);

test.each([
  'https://a..b/',
  'https://-example.com/',
  'https://example-.com/',
  `https://${'a'.repeat(64)}.com/`,
  `https://${'abcdefghij.'.repeat(24)}com/`,
  // URL parsers drop line breaks and tabs, so the stored address would differ from the requested one.
  'https://example.com/\r\nx',
  'https://exa\tmple.com/',
])(
  '%j is rejected before it is stored, because no host can have this name or address',
  (address) => {
    const check = () => checkNewUrl(address, none);
    expect(check).toThrow(expect.objectContaining({ code: 'invalid_url' }));
  },
);

test.each([
  'https://example.test/',
  'https://example.invalid/',
  'https://example.onion/',
  'https://nas.home.arpa/',
])(
  'the reserved name of %s, which no public name server knows, is rejected before it is stored',
  (address) => {
    const check = () => checkNewUrl(address, none);
    expect(check).toThrow(expect.objectContaining({ code: 'not_public' }));
  },
);

test.each([
  ['https://example.com/x', ''],
  ['https://not-registered-yet.example/x', ''],
  ['https://example.com:8443/x', ''],
  ['https://example.com:22/x', '10.0.0.0/8'],
  ['http://receiver:8080/x', 'receiver'],
  // A name may resolve to an allowed network.
  ['http://localhost:3999/x', '127.0.0.1'],
  ['http://receiver.internal/x', '10.0.0.0/8'],
])('%s is accepted if WEBHOOK_ALLOW is %j', (address, allow) => {
  expect(() => checkNewUrl(address, readAllowance(allow))).not.toThrow();
});
