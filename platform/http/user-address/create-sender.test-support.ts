import { once } from 'node:events';
import { createServer as createPlain, type RequestListener } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { readAllowance } from './allowance.ts';
import { createSender } from './create-sender.ts';

/** The message that tests post. */
export const message = {
  headers: { 'content-type': 'application/json' },
  body: '{"text":"Hello"}',
};

/** Makes a server listen until the test is over. @returns the port */
export async function listening(server: Server, host = '127.0.0.1'): Promise<number> {
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

/** Starts an HTTP server that answers all requests in the same way. @returns its port */
export const plain = (answer: RequestListener, host?: string) =>
  listening(createPlain(answer), host);

type Options = Partial<Parameters<typeof createSender>[0]>;

/** Creates a sender that may post to this machine, and for which every name resolves to this machine. */
export const sender = (options: Options = {}) =>
  createSender({
    allowance: readAllowance('127.0.0.1'),
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    timeoutMs: 10_000,
    maxBytes: 16 * 1024,
    ...options,
  });
