import fc from 'fast-check';
import { costlyForms, costlyJson } from './costly.ts';
import { hostileBytes, hostileJson, hostileText, hostileValue } from './hostile.ts';
import { type Body, type FuzzRequest, restoreNames } from './send.ts';

type Fields = Record<string, unknown>;

/** A valid object with one error: a field is replaced, missing or unknown. */
function withOneError(
  good: fc.Arbitrary<Fields>,
  value: fc.Arbitrary<unknown>,
): fc.Arbitrary<Fields> {
  const how = fc.constantFrom('replace', 'replace', 'replace', 'drop', 'add');
  return fc.tuple(good, fc.nat(), how, value).map(([fields, index, done, wrong]) => {
    const names = Object.keys(fields);
    const name = names[index % Math.max(1, names.length)] ?? 'x';
    if (done === 'add') return { ...fields, unknown: wrong };
    const { [name]: _, ...rest } = fields;
    return done === 'drop' ? rest : { ...fields, [name]: wrong };
  });
}

/** JSON text of an object with a duplicate name. */
const duplicateName = (good: fc.Arbitrary<Fields>): fc.Arbitrary<string> =>
  fc.tuple(good, hostileValue).map(([fields, value]) => {
    const [name = 'x'] = Object.keys(fields);
    const text = JSON.stringify(fields);
    return `{${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}${text === '{}' ? '' : ','}${text.slice(1)}`;
  });

/** JSON bodies: valid, almost valid, and hostile. */
export function jsonBodies(good: fc.Arbitrary<Fields>): fc.Arbitrary<Body> {
  return fc.oneof(
    { weight: 8, arbitrary: good.map((fields) => ({ text: JSON.stringify(fields) })) },
    {
      weight: 8,
      arbitrary: withOneError(good, hostileValue).map((fields) => ({
        text: JSON.stringify(fields),
      })),
    },
    { weight: 1, arbitrary: duplicateName(good).map((text) => ({ text })) },
    { weight: 3, arbitrary: hostileJson.map((text) => ({ text })) },
    { weight: 1, arbitrary: costlyJson.map((text) => ({ text })) },
    { weight: 1, arbitrary: hostileBytes.map((base64) => ({ base64 })) },
    { weight: 1, arbitrary: hostileValue.map((value) => ({ text: JSON.stringify(value) ?? '' })) },
  );
}

/** URL-encodes fields as a browser does, except for `«names»`, which are replaced when it is sent. */
const urlEncoded = (fields: [string, string][]): string =>
  fields.map(([name, value]) => `${plain(name)}=${plain(value)}`).join('&');

const plain = (text: string) => restoreNames(encodeURIComponent(text.toWellFormed()));

/** Form bodies: valid, almost valid, and hostile. */
export function formBodies(good: fc.Arbitrary<Fields>): fc.Arbitrary<Body> {
  const text = (fields: [string, string][]) => ({ text: urlEncoded(fields) });
  const entries = (fields: Fields): [string, string][] =>
    Object.entries(fields).map(([name, value]) => [name, String(value)]);
  const oddName = fc.constantFrom(
    '__proto__',
    'a[0]',
    'a[4294967294]',
    'a.b',
    '__intent__',
    'constructor',
    '',
  );
  return fc.oneof(
    { weight: 8, arbitrary: good.map((fields) => text(entries(fields))) },
    {
      weight: 8,
      arbitrary: withOneError(good, hostileText).map((fields) => text(entries(fields))),
    },
    {
      weight: 2,
      // A duplicate name, or one with a meaning to a form parser.
      arbitrary: fc.tuple(good, oddName, hostileText).map(([fields, name, value]) => {
        const [first] = entries(fields);
        return text([...entries(fields), [first?.[0] ?? 'x', value], [name, value]]);
      }),
    },
    { weight: 1, arbitrary: fc.oneof(hostileText, hostileJson).map((raw) => ({ text: raw })) },
    { weight: 1, arbitrary: hostileBytes.map((base64) => ({ base64 })) },
    { weight: 1, arbitrary: costlyForms.map((text) => ({ text })) },
    {
      weight: 1,
      arbitrary: fc
        .integer({ min: 65_000, max: 70_000 })
        .map((n) => ({ text: `a=${'b'.repeat(n)}` })),
    },
  );
}

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
