import fc from 'fast-check';
import type { FuzzRequest } from './fuzz-request.ts';

type Header = FuzzRequest['headers'][number];

/** Unusual headers that servers, proxies or frameworks interpret. */
const odd: Header[] = [
  ['idempotency-key', 'again'],
  ['idempotency-key', ''],
  ['idempotency-key', 'x'.repeat(256)],
  ['idempotency-key', '\xe9'],
  ['x-forwarded-for', 'unknown'],
  ['x-forwarded-for', '::ffff:1.2.3.4, fe80::1%eth0'],
  ['x-forwarded-for', `${'1.2.3.4,'.repeat(500)}5`],
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-proto', 'gopher'],
  ['host', 'evil.example'],
  ['host', ''],
  ['x-http-method-override', 'DELETE'],
  ['x-request-id', 'req_'],
  ['if-none-match', '*'],
  ['if-none-match', '"x", W/"y"'],
  ['if-match', '"x"'],
  ['if-modified-since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['if-unmodified-since', 'yesterday'],
  ['range', 'bytes=0-0,5-,-1'],
  ['accept', 'application/xml;q=2, */*;q=nan'],
  ['accept-encoding', 'br;q=0, identity;q=0'],
  ['accept-language', '*'.repeat(2_000)],
  ['content-encoding', 'gzip'],
  ['connection', 'upgrade'],
  ['upgrade', 'websocket'],
  ['cookie', 'sid=; sid=%; theme="; =x; __proto__=1; flash=bm90IGpzb24='],
  ['cookie', `x=${'y'.repeat(6_000)}`],
  ['user-agent', '\xff\xfe<script>'],
  ['user-agent', 'U'.repeat(5_000)],
  ['referer', 'javascript:alert(1)'],
  ['x-remix-response', 'yes'],
  ['purpose', 'prefetch'],
];

/** Mostly none, sometimes one or two. */
export const oddHeaders: fc.Arbitrary<Header[]> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Header[]>([]) },
  { weight: 1, arbitrary: fc.uuid().map((id): Header[] => [['idempotency-key', id]]) },
  {
    weight: 2,
    arbitrary: fc.uniqueArray(fc.constantFrom(...odd), {
      selector: ([name]) => name,
      maxLength: 2,
    }),
  },
);

/** Content types that mostly do not match the body. */
export const oddTypes = fc.constantFrom(
  ...['text/plain', 'application/xml', 'application/json; charset=utf-16', 'application/json;', ''],
  ...['APPLICATION/JSON', 'application/vnd.api+json', 'application/x-www-form-urlencoded', 'a/b'],
  ...[
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="a',
    '*/*',
  ],
  ...['application/x-www-form-urlencoded; charset=utf-7', 'application/json, text/html', 'json'],
);
