import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { writeReadableStreamToWritable } from '@remix-run/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { toSending } from '#platform/http/drain.ts';
import { respondWithEvents } from './event-stream.server.ts';

const getter = { method: 'GET', signal: new AbortController().signal };

/**
 * Serves one stream as Remix does. @returns its response, and the socket of a client that sends a request and reads nothing
 */
async function serveIdler(
  options: Pick<Parameters<typeof respondWithEvents>[0], 'begin' | 'release'>,
) {
  let asked: (response: ServerResponse) => void = () => undefined;
  const serving = new Promise<ServerResponse>((resolve) => {
    asked = resolve;
  });
  const server = createServer((_request, response) => {
    const sending = toSending(response);
    const { body } = respondWithEvents({ request: getter, sending, lastsMs: 60_000, ...options });
    if (body) void writeReadableStreamToWritable(body, response);
    asked(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  socket.pause().write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  return { response: await serving, socket };
}

test('a client that does not read is disconnected, and its slot and buffer are freed together', async () => {
  const release = vi.fn();
  const megabyte = 'x'.repeat(2 ** 20);
  let timer: ReturnType<typeof setInterval> | undefined;
  onTestFinished(() => clearInterval(timer));
  const { response } = await serveIdler({
    release,
    begin(stream) {
      timer = setInterval(() => stream.send(megabyte), 5);
    },
  });
  await vi.waitFor(() => expect(release).toHaveBeenCalled(), 20_000);
  expect(response.closed).toBe(true);
  expect(response.req.socket.destroyed).toBe(true);
});

test('the slot is kept until the client has received the end of the stream', async () => {
  const release = vi.fn();
  const { response, socket } = await serveIdler({
    release,
    begin(stream) {
      // Sends more than the buffers of a connection hold.
      stream.send('x'.repeat(2 ** 25));
      stream.end();
    },
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(response.closed).toBe(false);
  expect(release).not.toHaveBeenCalled();
  socket.resume();
  await vi.waitFor(() => expect(release).toHaveBeenCalled(), 20_000);
  expect(response.writableFinished).toBe(true);
});

test('a stream ends after its time limit', async () => {
  const release = vi.fn();
  const options = { request: getter, sending: undefined, release, begin: () => undefined };
  expect(await respondWithEvents({ ...options, lastsMs: 5 }).text()).toBe('event: end\ndata:\n\n');
  expect(release).toHaveBeenCalledOnce();
});

test('a request whose body is not read takes no slot', () => {
  const [release, begin] = [vi.fn(), vi.fn()];
  const request = { ...getter, method: 'HEAD' };
  const options = { request, sending: undefined, lastsMs: 60_000, release, begin };
  expect(respondWithEvents(options).status).toBe(405);
  expect(release).toHaveBeenCalledOnce();
  expect(begin).not.toHaveBeenCalled();
});
