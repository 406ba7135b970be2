import { readFileSync } from 'node:fs';
import { createServer as createPlain } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listening, message, plain, sender } from './create-sender.test-support.ts';
import { openConnections } from './create-sender.ts';
import { toOutboundError } from './outbound-error.ts';

const certificates = 'tests/support/certificates/hook-test';
const [cert, key] = ['crt', 'key'].map((end) => readFileSync(`${certificates}.${end}`, 'utf8'));

test('a name is resolved only once, and the connection goes to the checked address', async () => {
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

test('an unknown name and a closed port get different errors', async () => {
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

test('a certificate is accepted only for the requested name', async () => {
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

const file = (name: string) => readFileSync(`tests/support/certificates/${name}`, 'utf8');
const chain = (name: string) => file(`chain-${name}`);
const odd = (name: string) => file(`odd-${name}`);

test.each([
  ['the whole chain', chain('leaf.crt') + chain('intermediate.crt'), null, /./],
  ['its own certificate alone', chain('leaf.crt'), 'chain_incomplete', /whole chain/],
  ['a certificate that has expired', chain('expired.crt'), 'certificate_expired', /Renew/],
  ['a certificate for clients', odd('client.crt'), 'wrong_purpose', /for web servers/],
  [
    'an intermediate certificate of no authority',
    odd('by-no-authority.crt') + odd('no-authority.crt'),
    ...(['wrong_purpose', /not that of an authority/] as const),
  ],
  ['a certificate signed with SHA-1', odd('sha1.crt'), 'weak_certificate', /SHA-256/],
  [
    'its chain in the wrong order',
    odd('intermediate.crt') + odd('leaf.crt'),
    ...(['wrong_order', /its own first/] as const),
  ],
  ['that chain in the right order', odd('leaf.crt') + odd('intermediate.crt'), null, /./],
])(
  'the error for a server that sends %s says what to do',
  async (_what, certificate, code, sentence) => {
    // Without `SECLEVEL=0`, OpenSSL refuses to load some of these certificates.
    const options = { cert: certificate, key: chain('leaf.key'), ciphers: 'DEFAULT@SECLEVEL=0' };
    const server = createSecure(options, (_request, response) => void response.end('ok'));
    const port = await listening(server);
    const posted = sender({ ca: chain('root.crt') + odd('root.crt') })(
      `https://hook.test:${port}/`,
      message,
    );
    if (code === null) expect(await posted).toMatchObject({ text: 'ok' });
    else
      await expect(posted).rejects.toMatchObject({
        code,
        message: expect.stringMatching(sentence),
      });
  },
);

/** The codes of certificate errors in Node (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
const certificateCodes = [
  ...['UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_CRL', 'UNABLE_TO_DECRYPT_CERT_SIGNATURE'],
  ...['UNABLE_TO_DECRYPT_CRL_SIGNATURE', 'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY'],
  ...['CERT_SIGNATURE_FAILURE', 'CRL_SIGNATURE_FAILURE', 'CERT_NOT_YET_VALID', 'CERT_HAS_EXPIRED'],
  ...['CRL_NOT_YET_VALID', 'CRL_HAS_EXPIRED', 'ERROR_IN_CERT_NOT_BEFORE_FIELD'],
  ...['ERROR_IN_CERT_NOT_AFTER_FIELD', 'ERROR_IN_CRL_LAST_UPDATE_FIELD'],
  ...['ERROR_IN_CRL_NEXT_UPDATE_FIELD', 'OUT_OF_MEM', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ...['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'CERT_CHAIN_TOO_LONG'],
  ...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERT_REVOKED', 'INVALID_CA', 'PATH_LENGTH_EXCEEDED'],
  ...['INVALID_PURPOSE', 'CERT_UNTRUSTED', 'CERT_REJECTED', 'HOSTNAME_MISMATCH', 'UNSPECIFIED'],
  'ERR_TLS_CERT_ALTNAME_INVALID',
];

test.each(certificateCodes)('%s is reported as a certificate error', (code) => {
  const error = toOutboundError(Object.assign(new Error('some reason'), { code }));
  expect(error.message).toMatch(/certificate/i);
});

test.each([
  ['CA signature digest algorithm too weak', 'weak_certificate'],
  ['EE certificate key too weak', 'weak_certificate'],
  ['unsupported or invalid name syntax', 'tls_failed'],
])('the error “%s”, for which Node has no code, is reported as %s', (text, code) => {
  const error = Object.assign(new Error(text), { code: 'UNSPECIFIED' });
  expect(toOutboundError(error)).toMatchObject({ code });
});

test.each(['ECONNREFUSED', 'ENETUNREACH', 'EHOSTUNREACH', 'ETIMEDOUT', 'EAI_AGAIN'])(
  '%s is not reported as a certificate error',
  (code) => {
    expect(toOutboundError(Object.assign(new Error('x'), { code })).code).toBe('no_connection');
  },
);

test('proxy settings in the environment are ignored', async () => {
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

test('each request opens a new connection by default', async () => {
  const sockets = new Set<Socket>();
  const server = createPlain((_request, response) => void response.end('ok'));
  server.on('connection', (socket) => sockets.add(socket));
  const port = await listening(server);
  const post = sender();
  for (let time = 0; time < 3; time++) await post(`http://hook.test:${port}/`, message);
  expect(sockets.size).toBe(3);
});

test('a reused connection does not resolve the name again, and a new connection checks the address again', async () => {
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

test('an idle connection closed by the server is replaced, and a connection closed during a response is reported', async () => {
  let requests = 0;
  let closes = false;
  const port = await plain((request, response) => {
    requests += 1;
    // To the sender, this looks as if the server had closed the connection just before the request arrived.
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
