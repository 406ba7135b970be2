import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import type { Target } from './target.ts';

/** Longer than the web waits for the rest of anybody's request. */
const patienceMs = 60_000;

const host = 'Host: localhost\r\n';
const json = 'Content-Type: application/json\r\n';

/** The beginnings of requests that no client of HTTP would write. */
const requests = [
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

/** Some of them one after the other, and perhaps cut off. */
const shots = fc
  .record({
    pieces: fc.array(
      fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...requests) },
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
    /** Gone at once, with nothing read of the answer. */
    rude: fc.oneof(
      { weight: 8, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
  })
  .map(({ pieces, cut, rude }) => {
    const whole = pieces.join('');
    return { bytes: whole.slice(0, Math.ceil(whole.length * cut)), rude };
  });

type SocketShot = { bytes: string; rude: boolean };

/** The bare socket: bytes that hold to HTTP hardly or not at all. */
export function socketTarget(url: string): Target {
  const { hostname, port } = new URL(url);
  return {
    name: 'socket',
    kind: 'socket',
    covers: 'socket',
    shots,
    describe: (shot) => JSON.stringify(shot),
    async fire(shot) {
      const { bytes, rude } = shot as SocketShot;
      const answer = await talk(bytes, rude);
      const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d{3}) [A-Z]/g)].map(([, status]) =>
        Number(status),
      );
      const bad = statuses.find((status) => status >= 500);
      return {
        status: statuses[0] ?? 0,
        requestId: /x-request-id: (\w+)/i.exec(answer)?.[1] ?? '',
        isThrough: statuses.length > 0,
        fault: bad === undefined ? null : `${bad}: ${answer.slice(0, 500)}`,
      };
    },
  };

  /** Writes bytes, says that there are no more, and takes what comes until the web hangs up. */
  async function talk(bytes: string, rude: boolean): Promise<string> {
    const socket = connect({ host: hostname, port: Number(port) });
    const late = setTimeout(
      () => socket.destroy(new Error('The web does not hang up.')),
      patienceMs,
    );
    try {
      if (rude) {
        await once(socket, 'connect');
        socket.write(bytes, 'latin1', () => socket.resetAndDestroy());
        await once(socket, 'close');
        return '';
      }
      socket.end(Buffer.from(bytes, 'latin1'));
      return await text(socket);
    } catch (error) {
      // Hung up on in the middle of our sentence, which is an answer too.
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
