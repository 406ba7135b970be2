import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { startSilentServer } from '../harness/breakable.ts';
import { startWebProcess } from '../harness/programs.ts';
import { until } from '../harness/until.ts';
import { type Account, anAccount } from '../support/account.ts';
import { aMember } from '../support/member.ts';
import { insertMessages } from '../support/messages.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';

/** A raw connection, so that the test controls when each byte is sent. */
async function aConnection(url: string) {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  let received = '';
  let closed = false;
  socket.on('data', (chunk) => {
    received += chunk;
  });
  // The connection may be reset or closed; only data received before that is checked.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    closed = true;
  });
  await once(socket, 'connect');
  return {
    send: (text: string) => socket.write(text),
    received: () => received,
    closed: () => closed,
    answered: (status: number) =>
      until(`an answer with ${status}`, () => {
        if (received !== '') expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
        return received;
      }),
  };
}

/** A request as it goes over the wire. */
function request({ keyId, secretKey }: Account, path: string, body: unknown): string {
  const text = JSON.stringify(body);
  const lines = [
    `POST /api/v1/messages/${path} HTTP/1.1`,
    'host: localhost',
    'content-type: application/json',
    `x-api-id: ${keyId}`,
    `x-api-key: ${secretKey}`,
    `content-length: ${Buffer.byteLength(text)}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}

const message = (recipient: string) => ({ recipient, message: 'Hello' });
const batch = { messages: mobileNumbers(1_000).map(message) };

let account: Account;
beforeAll(async () => {
  account = await anAccount();
});

test('a web server stops within ten seconds of SIGTERM, and fails no request that has arrived', async () => {
  const web = await startWebProcess({ DRAIN_SECONDS: '2' });
  const single = request(account, 'send-message', message('9876543210'));
  const half = single.slice(0, -10);
  const rest = single.slice(-10);

  const [kept, unused, begun, slow, stuck, form, busy] = await Promise.all([
    aConnection(web.url),
    aConnection(web.url),
    aConnection(web.url),
    aConnection(web.url),
    aConnection(web.url),
    aConnection(web.url),
    aConnection(web.url),
  ]);
  kept.send(single);
  await kept.answered(202);
  begun.send('POST /api/v1/messages/send-message HTTP/1.1\r\nhost: loc');
  slow.send(half);
  stuck.send(half);
  const { host, origin } = new URL(web.url);
  form.send(`POST /login HTTP/1.1\r\nhost: ${host}\r\norigin: ${origin}\r\n`);
  form.send('content-type: application/x-www-form-urlencoded\r\n');
  form.send('content-length: 900\r\n\r\nemail=a');
  const member = await aMember(web.url);
  const [followed = ''] = await insertMessages(member.userId, [{ state: 'queued' }]);
  const headers = { cookie: member.cookie() };
  const stream = await fetch(`${web.url}/follow/${followed}`, { headers });

  busy.send(request(account, 'batch', batch));
  const began = performance.now();
  const ended = web.stop();

  // While a proxy still sends requests, the web server answers them with `Connection: close`.
  const late = await aConnection(web.url);
  await until('the web server has heard that it must end', async () => {
    const { headers } = await fetch(`${web.url}/healthz`);
    return headers.get('connection') === 'close';
  });
  late.send(single);
  await late.answered(202);
  expect(late.received().toLowerCase()).toContain('connection: close');
  slow.send(rest);
  await slow.answered(202);
  await busy.answered(202);
  expect(await stream.text()).toContain('event: end');

  // A request whose end never arrives gets 503: it was not carried out, so the client can repeat it.
  await Promise.all([stuck.answered(503), form.answered(503)]);
  expect(stuck.received()).toMatch(/retry-after: 2/i);
  expect(stuck.received()).toContain('"code":"unavailable"');

  expect(await ended).toMatchObject({ ok: true });
  expect(performance.now() - began).toBeLessThan(10_000);
  const connections = [kept, unused, begun, slow, stuck, form, busy, late];
  await until('all are closed', () => connections.every(({ closed }) => closed()));
  expect(await prisma.message.count({ where: { userId: account.userId } })).toBe(1_003);
});

test('if Redis does not respond, a web server still stops within ten seconds', async () => {
  const { port } = await startSilentServer();
  const web = await startWebProcess({ REDIS_URL: `redis://127.0.0.1:${port}`, DRAIN_SECONDS: '0' });
  const caller = await aConnection(web.url);
  caller.send(request(account, 'send-message', message('9876543211')));
  await caller.answered(202);
  const began = performance.now();
  expect(await web.stop()).toMatchObject({ ok: true });
  expect(performance.now() - began).toBeLessThan(10_000);
});
