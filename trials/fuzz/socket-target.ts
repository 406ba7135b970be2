import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import type { Target } from './target.ts';

/** Longer than the web waits for the rest of a request. */
const timeoutMs = 60_000;

const host = 'Host: localhost\r\n';
const json = 'Content-Type: application/json\r\n';

/** Malformed or unusual requests that no HTTP client sends. */
const rawRequests = [
  'GET / HTTP/1.1\r\n\r\n',
  `GET / HTTP/1.1\r\n${host}${host}\r\n`,
  `GET / HTTP/0.9\r\n${host}\r\n`,
  `GET / HTTP/9.9\r\n${host}\r\n`,
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  `OPTIONS * HTTP/1.1\r\n${host}\r\n`,
  `GET * HTTP/1.1\r\n${host}\r\n`,
  `GET http://evil.example/api/v1/plans HTTP/1.1\r\n${host}\r\n`,
  `GET http:// HTTP/1.1\r\n${host}\r\n`,
  `GET /api?x= HTTP/1.1\r\n${host}\r\n`,
  `GET /api/v1//plans HTTP/1.1\r\n${host}\r\n`,
  `GET //evil.example/%2e%2e HTTP/1.1\r\n${host}\r\n`,
  `GET /\\evil.example HTTP/1.1\r\n${host}\r\n`,
  `GET /% HTTP/1.1\r\n${host}\r\n`,
  `GET /api/% HTTP/1.1\r\n${host}\r\n`,
  `GET /\xff\xfe HTTP/1.1\r\n${host}\r\n`,
  `GET /api/v1/\xc3\x28 HTTP/1.1\r\n${host}\r\n`,
  `get / HTTP/1.1\r\n${host}\r\n`,
  `FOO /api/v1/plans HTTP/1.1\r\n${host}\r\n`,
  `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`,
  `TRACE /api/v1/plans HTTP/1.1\r\n${host}\r\n`,
  `GET / HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n`,
  `GET / HTTP/1.1\r\n${host}Cookie: sid=\0\r\n\r\n`,
  `GET / HTTP/1.1\r\n${host} folded: x\r\n\r\n`,
  `GET / HTTP/1.1\r\n${host}Space : x\r\n\r\n`,
  `GET / HTTP/1.1\n${host}\n`,
  `GET /api/v1/plans HTTP/1.1\r\n${host}Expect: 100-continue\r\n\r\n`,
  `GET /api/v1/plans HTTP/1.1\r\n${host}Expect: 200-ok\r\n\r\n`,
  `POST /api/v1/users/login HTTP/1.1\r\n${host}${json}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`,
  `POST /api/v1/users/login HTTP/1.1\r\n${host}${json}Content-Length: 5\r\n\r\n{}`,
  `POST /api/v1/users/login HTTP/1.1\r\n${host}${json}Content-Length: -1\r\n\r\n{}`,
  `POST /api/v1/users/login HTTP/1.1\r\n${host}${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x`,
  `POST /api/v1/users/login HTTP/1.1\r\n${host}${json}Content-Length: 99999999999999999999\r\n\r\n{}`,
  `POST /api/v1/users/login HTTP/1.1\r\n${host}${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
  `POST /api/v1/users/login HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
  `POST /api/v1/users/login HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked\r\n\r\n2;x=y\r\n{}\r\n0\r\nTrailer: x\r\n\r\n`,
  `POST /api/v1/users/login HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}`,
  `POST /api/v1/users/login HTTP/1.1\r\n${host}${json}Transfer-Encoding: gzip\r\n\r\n{}`,
  `POST /login HTTP/1.1\r\n${host}Origin: http://localhost\r\nContent-Length: 10\r\n\r\na=b`,
  `POST /theme HTTP/1.1\r\n${host}Sec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 10\r\n\r\na=b`,
  `POST /theme HTTP/1.1\r\n${host}Sec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n3\r\na=b\r\nq`,
  `GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`,
  `GET /${'a/'.repeat(6_000)} HTTP/1.1\r\n${host}\r\n`,
  `GET ${'/'.repeat(12_000)}a HTTP/1.1\r\n${host}\r\n`,
  `GET /?${'a&'.repeat(6_000)} HTTP/1.1\r\n${host}\r\n`,
  `GET / HTTP/1.1\r\n${host}${'a: b\r\n'.repeat(2_500)}\r\n`,
  '\r\n\r\n\r\n',
  '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
];

/** One to four of them on one connection, sometimes truncated. */
const arbitrary = fc
  .record({
    pieces: fc.array(
      fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...rawRequests) },
        { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
      ),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
    cut: fc.oneof(
      { weight: 5, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
    ),
    /** Whether the client resets the connection without reading a response. */
    resets: fc.oneof(
      { weight: 8, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
  })
  .map(({ pieces, cut, resets }) => {
    const whole = pieces.join('');
    return { bytes: whole.slice(0, Math.ceil(whole.length * cut)), resets };
  });

type SocketRequest = { bytes: string; resets: boolean };

/** A target for raw bytes that are barely or not at all HTTP. */
export function socketTarget(url: string): Target {
  const { hostname, port } = new URL(url);
  return {
    name: 'socket',
    kind: 'socket',
    covers: 'socket',
    requests: arbitrary,
    describe: (request) => JSON.stringify(request),
    async send(request) {
      const { bytes, resets } = request as SocketRequest;
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

  /** Writes bytes, ends the request side, and reads until the web closes the connection. */
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
      // The web may close the connection while the client is still writing.
      if (
        error instanceof Error &&
        'code' in error &&
        ['ECONNRESET', 'EPIPE'].includes(String(error.code))
      )
        return '';
      throw error;
    } finally {
      clearTimeout(late);
    }
  }
}
