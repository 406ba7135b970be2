import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way through the relay: what clients send, or what the server sends. */
export type Way = 'up' | 'down';

export type Relay = Awaited<ReturnType<typeof openRelay>>;

/**
 * A stable loopback address for a server whose network can fail, or that is restarted on another port.
 *
 * @param target the server's port now
 * @param onSent sees what clients send
 */
export async function openRelay(target: number, onSent?: (sent: Buffer) => void) {
  let port: number | null = target;
  const open = new Map<Socket, Way>();
  const held = new Set<Way>();
  const server = createServer((client) => {
    if (port === null) {
      client.destroy();
      return;
    }
    const upstream = connect(port, '127.0.0.1');
    if (onSent) client.on('data', onSent);
    for (const [one, other, way] of [
      [client, upstream, 'up'],
      [upstream, client, 'down'],
    ] as const) {
      open.set(one, way);
      one.pipe(other);
      if (held.has(way)) one.unpipe(other);
      one.on('held', () => one.unpipe(other));
      one.on('released', () => one.pipe(other));
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
  const tell = (way: Way, event: 'held' | 'released') => {
    for (const [socket, of] of open) if (of === way) socket.emit(event);
  };
  const breakAll = () => {
    for (const socket of open.keys()) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    /** Leads new connections to another port. */
    lead(to: number) {
      port = to;
    },
    /** Breaks all connections, and lets none through until it leads somewhere again. */
    cut() {
      port = null;
      breakAll();
    },
    /** Breaks all connections; new ones get through. */
    break: breakAll,
    /** Keeps what is sent this way, in all connections, until it is released. */
    hold(way: Way) {
      held.add(way);
      tell(way, 'held');
    },
    /** Sends on what was kept. */
    release(way: Way) {
      held.delete(way);
      tell(way, 'released');
    },
    close() {
      server.close();
      breakAll();
    },
  };
}
