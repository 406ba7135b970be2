import fc from 'fast-check';
import { weighted } from './generators.ts';

/** Texts that have broken programs before. */
const texts = [
  ...['', ' ', '\0', 'a\0b', '\ud800', 'x\udc00y', '\ufeff', '\u2028', '\u202etxt', '\r\nx-a: b'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '[object Object]'],
  ...['undefined', 'null', "'; DROP TABLE users; --", "' OR '1'='1", '" or ""="', '%', '_', '\\'],
  ...["\\'", '$1', '?', ':id', '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>'],
  ...['</title>', '{{7*7}}', '#{7*7}'],
  ...['=1+1', "=cmd|' /C calc'!A0", '+1', '-1', '@SUM(1)', '\t=1', ';ls', '`id`', '$(id)', '| ls'],
  ...[
    '../../../../etc/passwd',
    '..%2f..%2fetc',
    '%00',
    '%2e%2e',
    '%zz',
    '/',
    '//evil.example',
    '.',
  ],
  ...['\\\\evil.example', 'javascript:alert(1)', 'http://evil.example/', 'file:///etc/passwd'],
  ...['0', '-0', '1e400', '-1e400', 'NaN', 'Infinity', '0x10', '1_000', '1,000'],
  ...['99999999999999999999', '9007199254740993', '2147483648', '-2147483649'],
  ...['9223372036854775808', '1n', '٣', '९८७६५४३२१०'],
  ...['0000-01-01', '0000-01-01T00:00:00Z', '0001-01-01T00:00:00+23:59', '9999-12-31'],
  ...['9999-12-31T23:59:59.999-23:59', '2026-02-29', '2026-02-30T00:00:00Z'],
  ...['1969-12-31T23:59:59Z', '2026-12-31T23:59:60Z', '-271821-04-20T00:00:00Z'],
  ...['+275760-09-13T00:00:00Z', '10000-01-01'],
  ...[
    'İ',
    'ß',
    'ﬁ',
    'Å',
    'e\u0301',
    '👩‍👩‍👧‍👦',
    '\u200b',
    '🇮🇳',
    'न'.repeat(70),
    '\u0301'.repeat(500),
  ],
  ...['x'.repeat(101), 'x'.repeat(255), 'x'.repeat(256), 'x'.repeat(5_001), '9'.repeat(400)],
  ...[
    '@',
    'a@b',
    '"a b"@example.com',
    'a@[127.0.0.1]',
    'a@xn--nxasmq6b.com',
    'a\n@b.co',
    'a,b@c.de',
  ],
  ...['127.0.0.1', '::1', '0.0.0.0/0', '::/0', '1.2.3.4/33', '::ffff:1.2.3.4', 'fe80::1%eth0'],
] as const;

/** Ids of the victim's account, which no request may read or change. */
export const otherAccountIds = [
  ...['«victim.userId»', '«victim.keyId»', '«victim.keyRow»', '«victim.messageId»'],
  ...['«victim.otpId»', '«victim.endpointId»', '«victim.eventId»', '«victim.email»'],
  ...['«victim.orderId»', '«victim.sessionId»', '«victim.serviceId»', '«victim.recipient»'],
] as const;

/** The sender's own ids, for fields that expect other values. */
const misplaced = ['«own.userId»', '«own.keyId»', '«own.messageId»', '«own.token»', '«plan.basic»'];

export const hostileText: fc.Arbitrary<string> = weighted(
  [8, fc.constantFrom(...texts)],
  [2, fc.constantFrom(...otherAccountIds, ...misplaced)],
  [2, fc.string({ unit: 'binary', maxLength: 40 })],
  [1, fc.string({ unit: 'grapheme', maxLength: 200 })],
  [1, fc.integer({ min: 1_000, max: 20_000 }).map((n) => 'A'.repeat(n))],
);

/** A hostile JSON value of any type. */
export const hostileValue: fc.Arbitrary<unknown> = weighted(
  [6, hostileText],
  [
    3,
    fc.constantFrom<unknown>(
      ...[null, true, false, 0, -1, -0, 1, 0.1, 1e21, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324],
      ...[[], {}, [[]], [null], { length: -1 }, { toString: 'x' }, { constructor: { name: 'x' } }],
    ),
  ],
  [1, fc.constant(JSON.parse('{"__proto__":{"isAdmin":true}}'))],
  [1, fc.jsonValue({ maxDepth: 4 })],
);

const depths = fc.constantFrom(10, 500, 5_000, 12_000);

/** Bodies that are invalid or unusual JSON. */
export const hostileJson: fc.Arbitrary<string> = weighted(
  [
    6,
    fc.constantFrom(
      ...['', ' ', 'null', 'true', '0', '""', '[]', '{}', '{', '[', '"', '{"a":1,}', "{'a':1}"],
      ...['NaN', '{"a":1e400}', '{"a":-1e400}', '{"a":123456789012345678901234567890}'],
      ...['{"a":01}', '{"a":+1}', '\ufeff{}', '{}{}', '{} x', '/**/{}', '{"a":"\\ud800"}'],
      ...['{"a":"\\u0000"}', '{"":""}', '{"__proto__":{"a":1}}'],
      ...['{"constructor":{"prototype":{"a":1}}}', '{"a":"\t"}', '{a:1}'],
    ),
  ],
  [1, depths.map((n) => '['.repeat(n))],
  [1, depths.map((n) => `${'['.repeat(n)}${']'.repeat(n)}`)],
  [1, depths.map((n) => `${'{"a":'.repeat(n)}1${'}'.repeat(n)}`)],
  [1, fc.integer({ min: 60_000, max: 70_000 }).map((n) => `"${'x'.repeat(n)}"`)],
  [1, fc.json({ maxDepth: 6 })],
);

/** Bytes that are mostly not valid UTF-8, in Base64. */
export const hostileBytes: fc.Arbitrary<string> = fc
  .oneof(
    fc
      .constantFrom(
        ...[[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xfe, 0xff, 0, 0x7b], [0x1f, 0x8b, 8, 0]],
        [0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xe9, 0x22, 0x7d],
      )
      .map((bytes) => Uint8Array.from(bytes)),
    fc.uint8Array({ maxLength: 300 }),
  )
  .map((bytes) => Buffer.from(bytes).toString('base64'));
