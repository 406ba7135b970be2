import fc from 'fast-check';
import { costlyForms, costlyJson } from './costly.ts';
import { weighted } from './generators.ts';
import { hostileBytes, hostileJson, hostileText, hostileValue } from './hostile.ts';
import { type Body, type Broken, type Header, restoreNames } from './send.ts';

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

const asText = (text: string): Body => ({ text });
const asBytes = (base64: string): Body => ({ base64 });

/** JSON bodies: valid, almost valid, and hostile. */
export const jsonBodies = (good: fc.Arbitrary<Fields>): fc.Arbitrary<Body> =>
  weighted(
    [8, good.map((fields) => asText(JSON.stringify(fields)))],
    [8, withOneError(good, hostileValue).map((fields) => asText(JSON.stringify(fields)))],
    [1, duplicateName(good).map(asText)],
    [3, hostileJson.map(asText)],
    [1, costlyJson.map(asText)],
    [1, hostileBytes.map(asBytes)],
    [1, hostileValue.map((value) => asText(JSON.stringify(value) ?? ''))],
  );

const entriesOf = (fields: Fields): [string, string][] =>
  Object.entries(fields).map(([name, value]) => [
    name,
    // Generated objects may lack a prototype, and so `toString`.
    typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value),
  ]);

/** URL-encodes fields as a browser does, except `«names»`, which are replaced when the body is sent. */
const urlEncoded = (fields: [string, string][]): Body =>
  asText(fields.map((pair) => pair.map(encode).join('=')).join('&'));

const encode = (text: string) => restoreNames(encodeURIComponent(text.toWellFormed()));

/** Names with a meaning to a form parser. */
const oddNames = fc.constantFrom(
  ...['__proto__', 'a[0]', 'a[4294967294]', 'a.b', '__intent__', 'constructor', ''],
);

/** Form bodies: valid, almost valid, and hostile. */
export function formBodies(good: fc.Arbitrary<Fields>): fc.Arbitrary<Body> {
  const duplicate = fc.tuple(good, oddNames, hostileText).map(([fields, odd, value]) => {
    const entries = entriesOf(fields);
    return urlEncoded([...entries, [entries[0]?.[0] ?? 'x', value], [odd, value]]);
  });
  return weighted(
    [8, good.map((fields) => urlEncoded(entriesOf(fields)))],
    [8, withOneError(good, hostileText).map((fields) => urlEncoded(entriesOf(fields)))],
    [2, duplicate],
    [1, fc.oneof(hostileText, hostileJson).map(asText)],
    [1, hostileBytes.map(asBytes)],
    [1, costlyForms.map(asText)],
    [1, fc.integer({ min: 65_000, max: 70_000 }).map((n) => asText(`a=${'b'.repeat(n)}`))],
  );
}

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64');

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** Returns the PNG `pixel` with 60,000 × 60,000 pixels in its header, which makes it a decompression bomb. */
function bomb(): Buffer {
  const bytes = Buffer.from(pixel);
  bytes.writeUInt32BE(60_000, 16);
  bytes.writeUInt32BE(60_000, 20);
  return bytes;
}

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>';

const anyBytes = fc.uint8Array({ maxLength: 400 });

/** Pictures and files that pretend to be pictures, in Base64. */
export const pictures: fc.Arbitrary<{ name: string; type: string; value: string }> = fc.record({
  name: fc.constantFrom(
    ...['me.png', '', '../../me.png', 'a\0b.png', 'me.svg', '"; x="', 'न.webp', 'x'.repeat(300)],
  ),
  type: fc.constantFrom(
    ...['image/png', 'image/svg+xml', 'text/html', '', 'application/json', 'image/gif'],
  ),
  value: weighted(
    [4, fc.constant(base64(pixel))],
    [2, fc.nat({ max: pixel.length }).map((n) => base64(pixel.subarray(0, n)))],
    [
      2,
      fc
        .constantFrom(bomb(), svg, 'GIF89a', '\xff\xd8\xff\xe0', 'RIFF\0\0\0\0WEBPVP8 ')
        .map(base64),
    ],
    [2, anyBytes.map(base64)],
    [1, fc.constantFrom(2_097_152, 2_097_153, 2_300_000).map((n) => base64(Buffer.alloc(n, 1)))],
  ),
});

const row = fc
  .tuple(
    fc.oneof(fc.constant('1107161700000010231'), fc.constant('1.10716E+18'), hostileText),
    fc.oneof(fc.constant('"Your code is {#numeric#}. - ACME"'), hostileText),
  )
  .map((cells) => cells.join(','));

const csv = fc
  .array(row, { maxLength: 5 })
  .map((rows) => base64(['Template ID,Content', ...rows].join('\n')));

const xlsx = anyBytes.map((bytes) => base64(Buffer.concat([Buffer.from('PK\x03\x04'), bytes])));

/** Exports of DLT portals, and files that pretend to be exports, in Base64. */
export const dltFiles: typeof pictures = fc.record({
  name: fc.constantFrom('a.csv', 'a.xlsx', '', '../../a.csv', '"; x="', 'न.csv', 'x'.repeat(300)),
  type: fc.constantFrom('text/csv', '', 'application/json'),
  value: weighted(
    [4, csv],
    [2, anyBytes.map(base64)],
    [2, xlsx],
    [1, fc.constantFrom(5_242_880, 5_242_881, 5_400_000).map((n) => base64(Buffer.alloc(n, 'a')))],
  ),
});

/** Multipart forms with files: valid ones, and malformed ones. */
export const multiparts = (
  fields: fc.Arbitrary<Fields>,
  fileField = 'file',
  files = pictures,
): fc.Arbitrary<Body> =>
  fc
    .tuple(
      fields,
      fc.array(files, { maxLength: 2 }),
      fc.constantFrom('----b', 'b', 'x'.repeat(70), "a'()+_,-./:=?"),
      weighted<Broken>(
        [6, fc.constant('no')],
        [2, fc.constantFrom('unclosed', 'wrong-boundary', 'cut')],
      ),
    )
    .map(([values, files, boundary, broken]) => ({
      ...{ boundary, broken },
      parts: [
        ...entriesOf(values).map(([name, value]) => ({ name, value })),
        ...files.map(({ value, ...file }) => ({ name: fileField, value, file })),
      ],
    }));

/** Unusual headers that servers, proxies or frameworks interpret. */
const odd = [
  ...['idempotency-key: again', 'idempotency-key: ', `idempotency-key: ${'x'.repeat(256)}`],
  ...['idempotency-key: \xe9', 'x-forwarded-for: unknown'],
  ...['x-forwarded-for: ::ffff:1.2.3.4, fe80::1%eth0'],
  ...[`x-forwarded-for: ${'1.2.3.4,'.repeat(500)}5`, 'x-forwarded-host: evil.example'],
  ...['x-forwarded-proto: gopher', 'host: evil.example', 'host: '],
  ...['x-http-method-override: DELETE', 'x-request-id: req_', 'if-none-match: *'],
  ...['if-none-match: "x", W/"y"', 'if-match: "x"'],
  ...['if-modified-since: Thu, 01 Jan 1970 00:00:00 GMT', 'if-unmodified-since: yesterday'],
  ...['range: bytes=0-0,5-,-1'],
  ...['accept: application/xml;q=2, */*;q=nan', 'accept-encoding: br;q=0, identity;q=0'],
  ...[`accept-language: ${'*'.repeat(2_000)}`, 'content-encoding: gzip', 'connection: upgrade'],
  ...['upgrade: websocket', 'cookie: sid=; sid=%; theme="; =x; __proto__=1; flash=bm90IGpzb24='],
  ...[`cookie: x=${'y'.repeat(6_000)}`, 'user-agent: \xff\xfe<script>'],
  ...[`user-agent: ${'U'.repeat(5_000)}`, 'referer: javascript:alert(1)'],
  ...['x-remix-response: yes', 'purpose: prefetch'],
].map((line): Header => {
  const [name = '', ...value] = line.split(': ');
  return [name, value.join(': ')];
});

/** Unusual headers of a request: mostly none, sometimes one or two. */
export const oddHeaders: fc.Arbitrary<Header[]> = weighted(
  [6, fc.constant<Header[]>([])],
  [1, fc.uuid().map((id): Header[] => [['idempotency-key', id]])],
  [2, fc.uniqueArray(fc.constantFrom(...odd), { selector: ([name]) => name, maxLength: 2 })],
);

/** Content types that mostly do not match the body. */
export const oddTypes = fc.constantFrom(
  ...['text/plain', 'application/xml', 'application/json; charset=utf-16', 'application/json;'],
  ...['', 'APPLICATION/JSON', 'application/vnd.api+json', 'application/x-www-form-urlencoded'],
  ...['a/b', 'multipart/form-data', 'multipart/form-data; boundary='],
  ...['multipart/form-data; boundary="a', '*/*'],
  ...['application/x-www-form-urlencoded; charset=utf-7', 'application/json, text/html', 'json'],
);
