import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * A stable loopback address for a server that is restarted on another port.
 *
 * @param target the server's port now
 * @param onSent sees what clients send
 */
export async function startRelay(target: number, onSent?: (sent: Buffer) => void) {
  let port: number | null = target;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    if (port === null) {
      client.destroy();
      return;
    }
    const upstream = connect(port, '127.0.0.1');
    if (onSent) client.on('data', onSent);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one);
      one.pipe(other);
      // Either side going away takes the other along, as one connection.
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  return {
    port: (server.address() as AddressInfo).port,
    /** Leads new connections to another port. */
    lead(to: number) {
      port = to;
    },
    /** Breaks all connections, and lets none through until it leads somewhere again. */
    cut() {
      port = null;
      for (const socket of open) socket.destroy();
    },
  };
}
