import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { oneIn, weighted } from './generators.ts';
import type { Target } from './target.ts';

/** The timeout of a connection in milliseconds. It is longer than the web server waits for the rest of a request. */
const timeoutMs = 60_000;

/** Builds a request in HTTP/1.1. Each header in `headers` must end with a line break. */
const http = (line: string, headers = '', body = '') =>
  `${line} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n${body}`;

const logIn = (headers: string, body = '{}') =>
  http('POST /api/v1/users/login', `Content-Type: application/json\r\n${headers}\r\n`, body);

const form = 'Content-Type: application/x-www-form-urlencoded\r\n';
const theme = (headers: string, body: string) =>
  http('POST /theme', `Sec-Fetch-Site: same-origin\r\n${form}${headers}\r\n`, body);

/** Malformed or unusual request lines, for requests that are otherwise normal. */
const lines = [
  ...['OPTIONS *', 'GET *', 'GET http://evil.example/api/v1/plans', 'GET http://', 'GET /api?x='],
  ...['GET /api/v1//plans', 'GET //evil.example/%2e%2e', 'GET /\\evil.example', 'GET /%'],
  ...['GET /api/%', 'GET /\xff\xfe', 'GET /api/v1/\xc3\x28', 'get /', 'FOO /api/v1/plans'],
  ...['CONNECT evil.example:443', 'TRACE /api/v1/plans', `GET /${'a/'.repeat(6_000)}`],
  ...[`GET ${'/'.repeat(12_000)}a`, `GET /?${'a&'.repeat(6_000)}`],
];

/** Headers of a `GET /`. */
const headers = [
  'Host: localhost\r\n',
  'Connection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n',
  ...['Cookie: sid=\0\r\n', ' folded: x\r\n', 'Space : x\r\n', `X: ${'x'.repeat(20_000)}\r\n`],
  'a: b\r\n'.repeat(2_500),
];

/** Malformed or unusual requests that no HTTP client sends. */
const rawRequests = [
  ...lines.map((line) => http(line)),
  ...headers.map((text) => http('GET /', text)),
  http('GET /api/v1/plans', 'Expect: 100-continue\r\n'),
  http('GET /api/v1/plans', 'Expect: 200-ok\r\n'),
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.1\nHost: localhost\r\n\n',
  'GET / HTTP/0.9\r\nHost: localhost\r\n\r\n',
  'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  logIn('Expect: 100-continue\r\nContent-Length: 2'),
  logIn('Content-Length: 5'),
  logIn('Content-Length: -1'),
  logIn('Content-Length: 2\r\nContent-Length: 3', '{}x'),
  logIn('Content-Length: 99999999999999999999'),
  logIn('Content-Length: 2\r\nTransfer-Encoding: chunked'),
  logIn('Transfer-Encoding: chunked', 'zz\r\n{}\r\n'),
  logIn('Transfer-Encoding: chunked', '2;x=y\r\n{}\r\n0\r\nTrailer: x\r\n\r\n'),
  logIn('Transfer-Encoding: chunked', 'ffffffffffffffff\r\n{}'),
  logIn('Transfer-Encoding: gzip'),
  http('POST /login', 'Origin: http://localhost\r\nContent-Length: 10\r\n', 'a=b'),
  theme('Content-Length: 10', 'a=b'),
  theme('Transfer-Encoding: chunked', '3\r\na=b\r\nq'),
  '\r\n\r\n\r\n',
  '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
];

const pieces = fc.array(
  weighted(
    [9, fc.constantFrom(...rawRequests)],
    [1, fc.string({ unit: 'binary', maxLength: 200 })],
  ),
  { minLength: 1, maxLength: 4 },
);

/** One to four raw requests on one connection, sometimes truncated. */
const requests = fc
  .record({
    pieces,
    cut: weighted([5, fc.constant(1)], [1, fc.double({ min: 0, max: 1, noNaN: true })]),
    /** Whether the client resets the connection without reading a response. */
    resets: oneIn(9),
  })
  .map(({ pieces, cut, resets }) => {
    const whole = pieces.join('');
    return { bytes: whole.slice(0, Math.ceil(whole.length * cut)), resets };
  });

/** Creates a target for raw bytes that are malformed HTTP, or not HTTP at all. */
export function socketTarget(url: string): Target {
  const { hostname, port } = new URL(url);
  return {
    ...{ name: 'socket', covers: 'socket' },
    requests,
    describe: (request) => JSON.stringify(request),
    async send(request) {
      const { bytes, resets } = request as { bytes: string; resets: boolean };
      const answer = await talk(bytes, resets);
      const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d{3}) [A-Z]/g)].map(([, status]) =>
        Number(status),
      );
      const bad = statuses.find((status) => status >= 500);
      return {
        status: statuses[0] ?? 0,
        requestId: /x-request-id: (\w+)/i.exec(answer)?.[1] ?? '',
        succeeded: statuses.length > 0,
        problem: bad === undefined ? null : `${bad}: ${answer.slice(0, 500)}`,
      };
    },
  };

  /** Writes bytes, ends the client's side of the connection, and reads until the web server closes the connection. */
  async function talk(bytes: string, resets: boolean): Promise<string> {
    const socket = connect({ host: hostname, port: Number(port) });
    const late = setTimeout(
      () => socket.destroy(new Error('The web did not close the connection.')),
      timeoutMs,
    );
    try {
      if (resets) {
        await once(socket, 'connect');
        socket.write(bytes, 'latin1', () => socket.resetAndDestroy());
        await once(socket, 'close');
        return '';
      }
      socket.end(Buffer.from(bytes, 'latin1'));
      return await text(socket);
    } catch (error) {
      // The web server may close the connection while the client is still writing.
      if (/^(?:ECONNRESET|EPIPE)$/.test((error as NodeJS.ErrnoException).code ?? '')) return '';
      throw error;
    } finally {
      clearTimeout(late);
    }
  }
}
