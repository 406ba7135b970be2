import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createFetchAdapter } from '#platform/http/fetch-adapter.server.ts';

type Seen = { isWhole: boolean; bytes: number; wasFreed: boolean };

/** A server whose bodies above 10 bytes may take 50 ms. */
async function serve() {
  const seen: Seen[] = [];
  let held = 0;
  const admit = async () => {
    held += 1;
    return () => {
      held -= 1;
    };
  };
  const adapter = createFetchAdapter(
    async (_, context) => {
      const { isWhole, rawBody } = context;
      context.dropBody?.();
      seen.push({ isWhole, bytes: rawBody.byteLength, wasFreed: context.rawBody.length === 0 });
      expect(held).toBe(0);
      return new Response('seen');
    },
    { maxBody: 10, large: { maxBody: 1_000, maxMs: 50, admit } },
  );
  const server = createServer(adapter).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { seen, port: (server.address() as AddressInfo).port, held: () => held };
}

test('a large body that does not arrive in time is left unread, and its place is free', async () => {
  const { seen, port, held } = await serve();
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\nonly this');
  const [reply] = await once(socket, 'data');
  expect(String(reply)).toContain('200 OK');
  expect(seen).toEqual([{ isWhole: false, bytes: 9, wasFreed: true }]);
  expect(held()).toBe(0);
});

test('a handler that has to wait gives up a large body, and its place, before', async () => {
  const { seen, port, held } = await serve();
  const body = 'x'.repeat(500);
  const reply = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body });
  expect(await reply.text()).toBe('seen');
  expect(seen).toEqual([{ isWhole: true, bytes: 500, wasFreed: true }]);
  expect(held()).toBe(0);
});
