import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { aUser } from '../support/account.ts';
import { until } from '../support/until.ts';
import { anEndpoint, insertEvents, readEvent, startDispatcher } from '../support/webhooks.ts';

/** A server that answers each request in its own way, gone when the test is over. */
async function aServer(answer: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const sent = () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
  return { port: (server.address() as AddressInfo).port, sent };
}

/** Writes up to 100 MB, as fast as the other side reads. */
function flood(socket: Socket, start: string): void {
  socket.write(start);
  const chunk = 'y'.repeat(64 * 1024);
  const more = () => {
    while (!socket.destroyed && socket.bytesWritten < 100_000_000) {
      if (!socket.write(chunk)) return;
    }
  };
  socket.on('drain', more);
  more();
}

/** Has one event posted to a server. @returns it after its attempt */
async function post(url: string) {
  const user = await aUser();
  const endpoint = await anEndpoint(user.userId, url);
  const [id = ''] = await insertEvents(endpoint, user, 1);
  const dispatcher = await startDispatcher();
  dispatcher.wake(endpoint, user);
  await until('the attempt is recorded', async () => (await readEvent(id)).attempts === 1);
  return readEvent(id);
}

test.each([
  {
    does: 'closes in the middle of its answer',
    answer: (socket: Socket) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nok', () => socket.destroy()),
    error: 'The server closed the connection before it had answered.',
  },
  {
    does: 'closes without an answer',
    answer: (socket: Socket) => socket.destroy(),
    error: 'The server closed the connection before it had answered.',
  },
  {
    does: 'speaks another protocol',
    answer: (socket: Socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n'),
    error: 'The server does not answer as a web server does.',
  },
  {
    does: 'sends 100 MB of headers',
    answer: (socket: Socket) => flood(socket, 'HTTP/1.1 200 OK\r\nx: '),
    error: 'The server does not answer as a web server does.',
  },
  {
    does: 'speaks no TLS at an https address',
    scheme: 'https',
    answer: (socket: Socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
    error: 'The TLS handshake failed. Check that the server speaks TLS at this port.',
  },
])('an attempt fails with its reason if the server $does', async ({ scheme, answer, error }) => {
  const { port, sent } = await aServer(answer);
  const event = await post(`${scheme ?? 'http'}://127.0.0.1:${port}/`);
  expect(event).toMatchObject({ state: 'pending', lastStatus: null, lastError: error });
  expect(event.log).toMatchObject([{ status: null, error, response: null }]);
  expect(sent()).toBeLessThan(20_000_000);
});

test('an endless response counts by its status, and its first KiB is stored', async () => {
  const { port, sent } = await aServer((socket) => flood(socket, 'HTTP/1.1 200 OK\r\n\r\n'));
  const event = await post(`http://127.0.0.1:${port}/`);
  expect(event).toMatchObject({ state: 'delivered', lastStatus: 200 });
  expect(event.log[0]?.response).toBe('y'.repeat(1_024));
  expect(sent()).toBeLessThan(20_000_000);
});
