import { createServer as createTcp } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { listening, message, plain, sender } from './create-sender.test-support.ts';
import { parseRetryAfter } from './create-sender.ts';

test('the sender posts the body, does not accept compression, and reads the response', async () => {
  let heard: unknown;
  const port = await plain(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method, url, headers } = request;
    heard = { method, url, headers, body };
    response.writeHead(429, { 'retry-after': '30' }).end('slow down');
  });
  const answer = await sender()(`http://hook.test:${port}/a?b=c`, message);
  expect(answer).toEqual({ status: 429, text: 'slow down', retryAfterSeconds: 30 });
  expect(heard).toMatchObject({
    method: 'POST',
    url: '/a?b=c',
    body: message.body,
    headers: { 'accept-encoding': 'identity', host: `hook.test:${port}`, connection: 'close' },
  });
});

test.each([
  'https://127.0.0.2:8443/',
  'https://2130706434:8443/',
  'https://[::ffff:127.0.0.2]:8443/',
])('the literal address %s is rejected without a connection', async (address) => {
  const resolve = vi.fn();
  await expect(sender({ resolve })(address, message)).rejects.toMatchObject({ code: 'not_public' });
  expect(resolve).not.toHaveBeenCalled();
});

test.each([
  [['10.0.0.1']],
  [['169.254.169.254']],
  [['::1']],
  [['::ffff:127.0.0.2']],
  // NAT64 and 6to4 addresses of private addresses.
  [['64:ff9b::7f00:2']],
  [['2002:a00:1::']],
  // A public address together with a private one.
  [['8.8.8.8', '192.168.0.1']],
])('a name that resolves to %j is rejected', async (addresses) => {
  const resolve = async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  await expect(sender({ resolve })('https://hook.test/', message)).rejects.toMatchObject({
    code: 'not_public',
    message: expect.stringContaining('The address leads into a private or reserved network.'),
  });
});

test('a redirect is not followed', async () => {
  const inner = vi.fn();
  const port = await plain(inner);
  for (const status of [301, 302, 303, 307, 308]) {
    const outer = await plain((_request, response) => {
      response.writeHead(status, { location: `http://127.0.0.1:${port}/` }).end();
    });
    await expect(sender()(`http://hook.test:${outer}/`, message)).rejects.toMatchObject({
      code: 'redirected',
    });
  }
  expect(inner).not.toHaveBeenCalled();
});

test('a slow response is aborted after the timeout, whether the headers or the body are slow', async () => {
  const body = await plain((_request, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('x'), 5);
    response.on('close', () => clearInterval(timer));
  });
  const headers = await listening(
    createTcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('x: y\r\n'), 5);
      socket.on('close', () => clearInterval(timer));
    }),
  );
  const silent = await listening(createTcp(() => undefined));
  for (const port of [body, headers, silent]) {
    await expect(
      sender({ timeoutMs: 300 })(`http://hook.test:${port}/`, message),
    ).rejects.toMatchObject({ code: 'timed_out' });
  }
});

test('a request times out if the name server does not respond', async () => {
  const resolve = () => new Promise<never>(() => undefined);
  await expect(
    sender({ resolve, timeoutMs: 100 })('https://hook.test/', message),
  ).rejects.toMatchObject({ code: 'timed_out' });
});

test('only a few chunks of a response of a gigabyte are read', async () => {
  let written = 0;
  const port = await plain((_request, response) => {
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const more = () => {
      while (!response.destroyed && written < 2 ** 30) {
        written += chunk.length;
        if (!response.write(chunk)) return;
      }
    };
    response.on('drain', more);
    more();
  });
  await expect(sender()(`http://hook.test:${port}/`, message)).rejects.toMatchObject({
    code: 'too_long',
  });
  expect(written).toBeLessThan(32 * 2 ** 20);
});

test('endless response headers are rejected', async () => {
  const port = await listening(
    createTcp((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`);
    }),
  );
  await expect(sender()(`http://hook.test:${port}/`, message)).rejects.toMatchObject({
    code: 'not_http',
  });
});

test('a compressed response is rejected without being unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(2 ** 24));
  const port = await plain((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
  });
  await expect(sender()(`http://hook.test:${port}/`, message)).rejects.toMatchObject({
    code: 'compressed',
  });
});

test('takesAnyBody returns a redirect like any other response, and returns the beginning of an endless or compressed body', async () => {
  const post = sender({ takesAnyBody: true });
  const inner = vi.fn();
  const elsewhere = await plain(inner);
  const redirecting = await plain((_request, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${elsewhere}/` }).end('there');
  });
  await expect(post(`http://127.0.0.1:${redirecting}/`, message)).resolves.toMatchObject({
    status: 302,
    text: 'there',
  });
  expect(inner).not.toHaveBeenCalled();
  let written = 0;
  const endless = await plain((_request, response) => {
    const more = () => {
      while (!response.destroyed && written < 2 ** 30) {
        written += 65_536;
        if (!response.write('x'.repeat(65_536))) return;
      }
    };
    response.on('drain', more);
    more();
  });
  const { status, text } = await post(`http://127.0.0.1:${endless}/`, message);
  expect([status, text.length]).toEqual([200, 16 * 1024]);
  expect(written).toBeLessThan(32 * 2 ** 20);
  const zipped = await plain((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1_000)));
  });
  await expect(post(`http://127.0.0.1:${zipped}/`, message)).resolves.toMatchObject({
    status: 200,
  });
});

const now = Date.parse('2026-11-20T10:00:00.500Z');

test.each([
  ['0', 0],
  ['120', 120],
  ['999999999', 86_400],
  ['Fri, 20 Nov 2026 10:02:00 GMT', 120],
  ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
  ['Mon, 20 Nov 2028 10:00:00 GMT', 86_400],
])('Retry-After: %s is %i seconds', (text, seconds) => {
  expect(parseRetryAfter(text, now)).toBe(seconds);
});

test.each([
  undefined,
  '',
  '-1',
  '1.5',
  '1e3',
  '9999999999',
  'soon',
  '2026-11-20T10:02:00Z',
  'Fri, 20 Nov 2026 10:02:00',
  'Fri, 45 Nov 2026 10:02:00 GMT',
])('Retry-After: %s is ignored', (text) => {
  expect(parseRetryAfter(text, now)).toBeNull();
});
