import { readFileSync } from 'node:fs';
import { createServer as createPlain } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listening, message, plain, sender } from './create-sender.test-support.ts';
import { openConnections } from './create-sender.ts';

const certificates = 'tests/support/certificates/hook-test';
const [cert, key] = ['crt', 'key'].map((end) => readFileSync(`${certificates}.${end}`, 'utf8'));

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

test('accepts a certificate only for the requested name', async () => {
  const server = createSecure({ cert, key }, (_request, response) => void response.end('ok'));
  const port = await listening(server);
  const post = sender({ ca: cert as string });
  expect(await post(`https://hook.test:${port}/`, message)).toMatchObject({ text: 'ok' });
  expect(await post(`https://HOOK.test.:${port}/`, message)).toMatchObject({ text: 'ok' });
  for (const [sending, address, code] of [
    [post, `https://other.test:${port}/`, 'wrong_name'],
    [post, `https://127.0.0.1:${port}/`, 'wrong_name'],
    [sender(), `https://hook.test:${port}/`, 'self_signed'],
  ] as const) {
    await expect(sending(address, message)).rejects.toMatchObject({ code });
  }
  const unencrypted = await plain((_request, response) => void response.end('ok'));
  await expect(post(`https://hook.test:${unencrypted}/`, message)).rejects.toMatchObject({
    code: 'handshake_failed',
  });
});

const chain = (name: string) => readFileSync(`tests/support/certificates/chain-${name}`, 'utf8');

test.each([
  ['the whole chain', chain('leaf.crt') + chain('intermediate.crt'), null, /./],
  ['its own certificate alone', chain('leaf.crt'), 'chain_incomplete', /whole chain/],
  ['a certificate that has expired', chain('expired.crt'), 'certificate_expired', /Renew/],
])('says what to do about a server that sends %s', async (_what, certificate, code, sentence) => {
  const options = { cert: certificate, key: chain('leaf.key') };
  const server = createSecure(options, (_request, response) => void response.end('ok'));
  const port = await listening(server);
  const posted = sender({ ca: chain('root.crt') })(`https://hook.test:${port}/`, message);
  if (code === null) expect(await posted).toMatchObject({ text: 'ok' });
  else
    await expect(posted).rejects.toMatchObject({ code, message: expect.stringMatching(sentence) });
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
    // As if the server had closed it just before the request arrived.
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
  await expect(post(url, message)).rejects.toMatchObject({ code: 'closed_early' });
});
