import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createPlain, type RequestListener } from 'node:http';
import { createServer as createSecure } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readAllowance } from './allowance.ts';
import { openConnections } from './connections.server.ts';
import { createSender } from './create-sender.server.ts';

const certificates = 'tests/support/certificates/hook-test';
const [cert, key] = ['crt', 'key'].map((end) => readFileSync(`${certificates}.${end}`, 'utf8'));
const message = { headers: { 'content-type': 'application/json' }, body: '{"text":"Hello"}' };

async function listening(server: Server, host = '127.0.0.1'): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const plain = (answer: RequestListener, host?: string) => listening(createPlain(answer), host);

type Options = Partial<Parameters<typeof createSender>[0]>;

/** A sender for which this machine is allowed, and every name leads here. */
const sender = (options: Options = {}) =>
  createSender({
    allowance: readAllowance('127.0.0.1'),
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    timeoutMs: 10_000,
    maxBytes: 16 * 1024,
    ...options,
  });

test('posts the body, without asking for compression, and reads the answer', async () => {
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
  // NAT64 and 6to4 of private addresses.
  [['64:ff9b::7f00:2']],
  [['2002:a00:1::']],
  // One that is public beside one that is not.
  [['8.8.8.8', '192.168.0.1']],
])('a name that resolves to %j is rejected', async (addresses) => {
  const resolve = async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  await expect(sender({ resolve })('https://hook.test/', message)).rejects.toMatchObject({
    code: 'not_public',
    message: 'The address leads into a private or reserved network.',
  });
});

test('resolves a name once, and connects to the address that it has checked', async () => {
  const port = await plain((_request, response) => void response.end('checked'));
  const answers = ['127.0.0.1', '169.254.169.254'];
  const resolve = vi.fn(async () => [{ address: answers.shift() ?? '', family: 4 }]);
  expect(await sender({ resolve })(`http://hook.test:${port}/`, message)).toMatchObject({
    text: 'checked',
  });
  expect(resolve).toHaveBeenCalledTimes(1);
  await expect(sender({ resolve })(`http://hook.test:${port}/`, message)).rejects.toMatchObject({
    code: 'not_public',
  });
});

test('distinguishes an unknown name from a closed port', async () => {
  const nowhere = sender({ resolve: async () => [] });
  await expect(nowhere('https://hook.test/', message)).rejects.toMatchObject({
    code: 'name_not_found',
  });
  await expect(nowhere('http://hook.test/', message)).rejects.toMatchObject({
    code: 'https_required',
  });
  await expect(sender()('http://hook.test:1/', message)).rejects.toMatchObject({
    code: 'no_connection',
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

test('a slow response is aborted after the timeout, in its headers or body', async () => {
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

test('a name server that does not respond does not block a sender', async () => {
  const resolve = () => new Promise<never>(() => undefined);
  await expect(
    sender({ resolve, timeoutMs: 100 })('https://hook.test/', message),
  ).rejects.toMatchObject({ code: 'timed_out' });
});

test('reads only a few chunks of a response of a gigabyte', async () => {
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

test('rejects endless headers', async () => {
  const port = await listening(
    createTcp((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`);
    }),
  );
  await expect(sender()(`http://hook.test:${port}/`, message)).rejects.toMatchObject({
    code: 'not_http',
  });
});

test('rejects a compressed response without unpacking it', async () => {
  const bomb = gzipSync(Buffer.alloc(2 ** 24));
  const port = await plain((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
  });
  await expect(sender()(`http://hook.test:${port}/`, message)).rejects.toMatchObject({
    code: 'compressed',
  });
});

test('accepts a certificate only for the requested name', async () => {
  const server = createSecure({ cert, key }, (_request, response) => void response.end('ok'));
  const port = await listening(server);
  const post = sender({ ca: cert as string });
  expect(await post(`https://hook.test:${port}/`, message)).toMatchObject({ text: 'ok' });
  expect(await post(`https://HOOK.test.:${port}/`, message)).toMatchObject({ text: 'ok' });
  for (const [sending, address] of [
    [post, `https://other.test:${port}/`],
    [post, `https://127.0.0.1:${port}/`],
    // Signed by nobody who is trusted.
    [sender(), `https://hook.test:${port}/`],
  ] as const) {
    await expect(sending(address, message)).rejects.toMatchObject({ code: 'tls_failed' });
  }
  const unencrypted = await plain((_request, response) => void response.end('ok'));
  await expect(post(`https://hook.test:${unencrypted}/`, message)).rejects.toMatchObject({
    code: 'tls_failed',
  });
});

test('ignores the proxies of the environment', async () => {
  const proxy = vi.fn();
  const proxyPort = await plain(proxy);
  for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) {
    vi.stubEnv(name, `http://127.0.0.1:${proxyPort}`);
  }
  vi.stubEnv('NODE_USE_ENV_PROXY', '1');
  onTestFinished(() => void vi.unstubAllEnvs());
  const port = await plain((_request, response) => void response.end('direct'));
  expect(await sender()(`http://hook.test:${port}/`, message)).toMatchObject({ text: 'direct' });
  expect(proxy).not.toHaveBeenCalled();
});

test('opens a new connection for each request', async () => {
  const sockets = new Set<Socket>();
  const server = createPlain((_request, response) => void response.end('ok'));
  server.on('connection', (socket) => sockets.add(socket));
  const port = await listening(server);
  const post = sender();
  for (let time = 0; time < 3; time++) await post(`http://hook.test:${port}/`, message);
  expect(sockets.size).toBe(3);
});

test('where any body will do, a redirect is a status, and of an endless or compressed body the beginning is returned', async () => {
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

test('a connection is used again without another look at the name, and a new one is checked again', async () => {
  const sockets = new Set<unknown>();
  const port = await plain((request, response) => {
    sockets.add(request.socket);
    response.end('ok');
  });
  const answers = ['127.0.0.1', '169.254.169.254'];
  const resolve = vi.fn(async () => [{ address: answers.shift() ?? '', family: 4 }]);
  const post = sender({ resolve });
  const connections = openConnections(5);
  onTestFinished(() => connections.close());
  const url = `http://hooks.example:${port}/`;
  for (let i = 0; i < 3; i += 1) await post(url, message, connections);
  expect(sockets.size).toBe(1);
  expect(resolve).toHaveBeenCalledTimes(1);
  connections.close();
  await expect(post(url, message, connections)).rejects.toMatchObject({ code: 'not_public' });
});

test('a connection that the server has closed meanwhile is replaced, and one that it closes in the middle is an error', async () => {
  let requests = 0;
  let closes = false;
  const port = await plain((request, response) => {
    requests += 1;
    // As if it had been closed just before the request came.
    if (requests === 2 || closes) request.socket.destroy();
    else response.end('ok');
  });
  const connections = openConnections(5);
  onTestFinished(() => connections.close());
  const post = sender();
  const url = `http://127.0.0.1:${port}/`;
  await post(url, message, connections);
  await expect(post(url, message, connections)).resolves.toMatchObject({ text: 'ok' });
  expect(requests).toBe(3);
  closes = true;
  await expect(post(url, message)).rejects.toMatchObject({ code: 'no_connection' });
});
