import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { waitAtMost } from '../promises.ts';
import type { PlainResponse } from './api-adapter.ts';

/**
 * When idle connections are closed, and when requests that are still being uploaded are rejected, in milliseconds after
 * the drain.
 */
const idleTimeoutMs = 1_000;
const uploadTimeoutMs = 3_000;
/** Unfinished requests are cut off this many milliseconds after the drain. */
const drainTimeoutMs = 5_000;

/**
 * The longest time that a web server takes to stop, in milliseconds. The last second is for closing connections to the
 * services.
 */
export const toStopMs = (drainMs: number): number => drainMs + drainTimeoutMs + 1_000;

type ShutdownOptions = {
  /** Aborts when the shutdown begins. */
  signal: AbortSignal;
  /** How long new connections are still accepted, in milliseconds, so that a proxy has time to notice the shutdown. */
  drainMs: number;
  /** Maximum number of open connections. Further connections are closed at once. */
  maxConnections: number;
  /** Creates the response to a request that is still being uploaded when `uploadTimeoutMs` is over. */
  refuse(request: IncomingMessage): PlainResponse;
};

/**
 * Tracks a server's requests, so that the server can shut down and still answer every request that has arrived. After the
 * signal, every response closes its connection.
 *
 * @returns a function that shuts the server down. The server accepts new connections during the drain, and no new connections
 *   afterwards. The function resolves when all running requests are answered, and at the latest `drainTimeoutMs` after the
 *   drain
 */
export function createGracefulShutdown(
  server: Server,
  { signal, drainMs, maxConnections, refuse }: ShutdownOptions,
) {
  /**
   * The open connections with their pending responses. A response that is queued behind another response on a broken connection
   * never emits `close`, so all responses of a connection are removed with it.
   */
  const connections = new Map<Socket, Set<ServerResponse<IncomingMessage>>>();
  const listPending = () => [...connections.values()].flatMap((answers) => [...answers]);

  server.on('connection', (socket) => {
    // We do not use the server's own `maxConnections`: if this process has a parent, Node would return the connection
    // to the parent, and the parent would offer it again until a process has room.
    if (connections.size >= maxConnections) return void socket.destroy();
    connections.set(socket, new Set());
    socket.once('close', () => connections.delete(socket));
  });
  // This listener runs before the handler, because the handler may respond at once.
  server.prependListener('request', ({ socket }, response) => {
    if (signal.aborted) response.shouldKeepAlive = false;
    const answers = connections.get(socket);
    answers?.add(response);
    response.once('close', () => answers?.delete(response));
  });
  signal.addEventListener('abort', () => {
    for (const response of listPending()) response.shouldKeepAlive = false;
  });

  /**
   * Closes the connections without a pending response: connections that are kept alive, and connections that were never used.
   */
  function closeIdle(): void {
    for (const [socket, answers] of connections) if (answers.size === 0) socket.destroy();
  }

  /** Rejects requests that have not arrived completely. They were not processed, so the client may send them again. */
  function rejectUploads(): void {
    const uploadTimer = listPending().filter(
      ({ req, headersSent }) => !req.complete && !headersSent,
    );
    for (const response of uploadTimer) {
      const { status, headers, body } = refuse(response.req);
      response.writeHead(status, Object.fromEntries(headers)).end(body);
    }
  }

  return async function end(): Promise<void> {
    await pause(drainMs);
    // Waits for one iteration of the event loop, which accepts waiting connections. The system resets connections that are
    // still waiting when a server closes, and their clients may already have sent a request.
    await nextTurn();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // A connection that is in use when the server closes becomes idle when its response has been sent. Node emits no
    // event for this change, so idle connections are closed every 50 ms. Otherwise they would stay open until their
    // keep-alive time ends.
    const closingTimer = setInterval(() => server.closeIdleConnections(), 50);
    const idleTimer = setTimeout(closeIdle, idleTimeoutMs);
    const uploadTimer = setTimeout(rejectUploads, uploadTimeoutMs);
    await waitAtMost(drainTimeoutMs, closed);
    for (const timer of [closingTimer, idleTimer, uploadTimer]) clearTimeout(timer);
    server.closeAllConnections();
  };
}
