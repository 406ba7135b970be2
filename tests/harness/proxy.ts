import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A direction through a proxy: `up` from the clients, `down` from the server. */
export type Way = 'up' | 'down';

export type TcpProxy = Awaited<ReturnType<typeof openProxy>>;

/**
 * A stable loopback address for a server whose network fails, or that restarts on another port.
 *
 * @param target the server's current port; null to accept connections and never respond
 * @param onSent gets the data that clients send
 */
export async function openProxy(target: number | null, onSent?: (sent: Buffer) => void) {
  let port = target;
  let isCut = false;
  const open = new Map<Socket, Way>();
  const held = new Set<Way>();
  const server = createServer((client) => {
    client.on('error', () => undefined);
    if (isCut) {
      client.destroy();
      return;
    }
    open.set(client, 'up');
    if (port === null) {
      client.resume().on('close', () => open.delete(client));
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
      // Closing one side closes the other, like a single connection.
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
  const drop = () => {
    for (const socket of open.keys()) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    /** How many clients are connected. */
    connections: () => [...open.values()].filter((way) => way === 'up').length,
    /** From now on, forwards new connections to this port. Ends a cut. */
    lead(to: number) {
      port = to;
      isCut = false;
    },
    /** Breaks all connections, and accepts none until `lead` is called. */
    cut() {
      isCut = true;
      drop();
    },
    /** Breaks all connections; new connections are accepted. */
    drop,
    /** Stalls one direction of all connections: buffers its data until `release`. */
    hold(way: Way) {
      held.add(way);
      tell(way, 'held');
    },
    /** Forwards the buffered data. */
    release(way: Way) {
      held.delete(way);
      tell(way, 'released');
    },
    close() {
      server.close();
      drop();
    },
  };
}

/** What an HTTP proxy does with a request. */
export type Treatment =
  /** Forwards the request and the response. */
  | 'pass'
  /** Accepts the request, and breaks the connection. */
  | 'cut'
  /** Lets the server carry the request out, and breaks the connection before the response. */
  | 'lose'
  /** Lets the server carry the request out, and breaks the connection in the middle of the response. */
  | 'truncate'
  /** Responds 502 without the server, as proxies do. */
  | 'bad-gateway'
  | 'unavailable';

const pages = {
  'bad-gateway': [502, '502 Bad Gateway'],
  unavailable: [503, 'Unavailable'],
} as const;

/**
 * Opens an HTTP proxy that simulates a failing proxy or network.
 *
 * @param target its address, without a trailing slash
 * @param treat chooses the treatment of each request
 */
export async function openHttpProxy(
  target: string,
  treat: (request: IncomingMessage) => Treatment,
) {
  const passed: string[] = [];
  let requests = 0;
  const server = createHttpServer((incoming, outgoing) => {
    requests += 1;
    const { url = '', method = '', headers } = incoming;
    const treatment = treat(incoming);
    if (treatment === 'cut') {
      incoming.resume().on('end', () => incoming.socket.destroy());
      return;
    }
    if (treatment === 'bad-gateway' || treatment === 'unavailable') {
      const [status, title] = pages[treatment];
      incoming.resume();
      outgoing.writeHead(status, { 'content-type': 'text/html' }).end(`<h1>${title}</h1>`);
      return;
    }
    const upstream = request(`${target}${url}`, { method, headers }, (answer) => {
      passed.push(`${method} ${url}`);
      if (treatment === 'lose') {
        answer.resume().on('end', () => incoming.socket.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      if (treatment === 'pass') answer.pipe(outgoing);
      else {
        outgoing.flushHeaders();
        answer.once('data', (chunk: Buffer) => {
          outgoing.write(chunk.subarray(0, Math.floor(chunk.length / 2)));
          answer.resume().on('end', () => setImmediate(() => outgoing.destroy()));
        });
      }
    });
    upstream.on('error', () => outgoing.destroy());
    incoming.pipe(upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    /** The number of matching requests that the server has answered. */
    answered: (which: RegExp) => passed.filter((line) => which.test(line)).length,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Opens a proxy that fails the first two requests, as networks do. The first arrives, but its response is lost; the second
 * gets 503.
 */
export function startFlakyProxy(target: string) {
  const treatments: Treatment[] = ['lose', 'unavailable'];
  return openHttpProxy(target, () => treatments.shift() ?? 'pass');
}
