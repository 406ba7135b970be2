import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { anAccount } from '../support/account.ts';

const web = await sharedWeb();
const { hostname, port, host } = new URL(web.url);

/** Sends the bytes of a request unchanged, and collects the response. */
function open(head: string[]) {
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  const seen = { text: '' };
  socket.on('data', (chunk) => {
    seen.text += chunk;
  });
  socket.on('error', () => undefined);
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const answer = (status: string) =>
    until(`an answer with ${status}`, () => seen.text.includes(`HTTP/1.1 ${status}`));
  return { socket, seen, answer };
}

test('a request target in absolute form is treated as its path', async () => {
  const { answer, seen } = open([`GET http://${host}/healthz HTTP/1.1`, `Host: ${host}`]);
  await answer('200');
  expect(seen.text).not.toContain('404');
});

test.each([
  ['two Hosts', ['GET /healthz HTTP/1.1', `Host: ${host}`, 'Host: other.example']],
  ['a blank in the Host', ['GET /healthz HTTP/1.1', 'Host: a b']],
  ['a path in the Host', ['GET /healthz HTTP/1.1', 'Host: a/b']],
  ['a user in the Host', ['GET /about HTTP/1.1', `Host: a@${host}`]],
  ['no Host', ['GET /healthz HTTP/1.1', 'Accept: */*']],
  ['* with another method than OPTIONS', ['GET * HTTP/1.1', `Host: ${host}`]],
  [
    'two lengths',
    ['POST /api/v1/message HTTP/1.1', `Host: ${host}`, 'Content-Length: 1', 'Content-Length: 2'],
  ],
  [
    'a length beside chunks',
    [
      'POST /api/v1/message HTTP/1.1',
      `Host: ${host}`,
      'Content-Length: 1',
      'Transfer-Encoding: chunked',
    ],
  ],
])('%s is answered with 400', async (_what, head) => {
  await open(head).answer('400');
});

test('a request with more headers than the server reads is refused, and no header is silently dropped', async () => {
  const head = ['GET /healthz HTTP/1.1', `Host: ${host}`];
  const more = (count: number) => Array.from({ length: count }, (_, i) => `X-${i}: 1`);
  await open([...head, ...more(99)]).answer('200');
  await open([...head, ...more(100)]).answer('431');
  await open([...head, ...more(400)]).answer('431');
});

test.each(['gzip, chunked', 'GZIP,chunked'])(
  'a body with the transfer coding %s is answered with 501, even if it is not encoded',
  async (coding) => {
    const head = ['POST /api/v1/message HTTP/1.1', `Host: ${host}`, `Transfer-Encoding: ${coding}`];
    const { answer, socket } = open(head);
    await answer('501');
    await until('the connection is closed', () => socket.closed);
  },
);

test('the transfer coding is read in any letter case', async () => {
  const coding = ['Transfer-Encoding: Chunked', 'Content-Type: application/json'];
  const { socket, answer } = open([`POST /api/v1/message HTTP/1.1`, `Host: ${host}`, ...coding]);
  socket.write('2\r\n{}\r\n0\r\n\r\n');
  await answer('401');
});

test.each(['[::1]:80', 'a_b.example:', 'xn--p1b6ci4b4b3a.example'])(
  'the Host header %s is valid',
  async (name) => {
    await open(['GET /healthz HTTP/1.1', `Host: ${name}`]).answer('200');
  },
);

test('a form that is rejected before it has arrived does not keep its connection open', async () => {
  const { socket, answer } = open([
    'POST /login HTTP/1.1',
    `Host: ${host}`,
    'Origin: https://other.example',
    'Content-Type: application/x-www-form-urlencoded',
    'Content-Length: 100',
  ]);
  await answer('403');
  await until('the connection is closed', () => socket.closed, 8_000);
});

test('an HTTP/1.0 request needs no Host header', async () => {
  await open(['GET /healthz HTTP/1.0']).answer('200');
});

test('a page request with `Expect: 100-continue` gets the response 100', async () => {
  const form = `email=a%40example.com&password=${'x'.repeat(20)}`;
  const request = open([
    'POST /login HTTP/1.1',
    `Host: ${host}`,
    `Origin: ${web.url}`,
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${form.length}`,
    'Expect: 100-continue',
  ]);
  await request.answer('100 Continue');
  request.socket.write(form);
  await until('the page', () => /HTTP\/1\.1 [34]\d\d/.test(request.seen.text));
});

test('the API answers 100 to a valid key, and rejects an invalid key before the body is sent', async () => {
  const { keyId, secretKey } = await anAccount();
  const ask = (secret: string) =>
    open([
      'POST /api/v1/messages/batch HTTP/1.1',
      `Host: ${host}`,
      `x-api-id: ${keyId}`,
      `Authorization: Bearer  \t${secret}`,
      'Content-Type: application/json',
      'Content-Length: 9000',
      'Expect: 100-continue',
    ]);
  await ask(secretKey).answer('100 Continue');
  const refused = ask('sk_wrong');
  await refused.answer('401');
  expect(refused.seen.text).not.toContain('100 Continue');
});

test.each([
  ['gzip', 'content-encoding: gzip', '{}', /gzip/],
  ['a coding in capitals', 'Content-Encoding: BR', '{}', /br/],
  ['another charset', 'Content-Type: application/json; charset=utf-16', '{}', /utf-16/],
])('a body in %s gets 415, and the error names the format', async (_what, header, body, named) => {
  const { keyId, secretKey } = await anAccount();
  const { answer, seen, socket } = open([
    'POST /api/v1/messages/send-message HTTP/1.1',
    `Host: ${host}`,
    `x-api-id: ${keyId}`,
    `x-api-key: ${secretKey}`,
    ...(header.startsWith('Content-Type') ? [] : ['Content-Type: application/json']),
    header,
    `Content-Length: ${body.length}`,
  ]);
  socket.write(body);
  await answer('415');
  expect(seen.text).toMatch(named);
});

test.each([
  ['Latin-1', [0xe9]],
  ['a truncated character', [0xef, 0xbf]],
  ['a lone continuation', [0x80]],
  ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
])('%s in a body is rejected, and the error names the position', async (_what, wrong) => {
  const { keyId, secretKey } = await anAccount();
  const start = Buffer.from('{"message":"\ufffdनम');
  const body = Buffer.concat([start, Buffer.from(wrong), Buffer.from('"}')]);
  const { answer, seen, socket } = open([
    'POST /api/v1/messages/send-message HTTP/1.1',
    `Host: ${host}`,
    `x-api-id: ${keyId}`,
    `x-api-key: ${secretKey}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ]);
  socket.write(body);
  await answer('400');
  expect(seen.text).toContain(`octet ${start.length + 1} `);
});
