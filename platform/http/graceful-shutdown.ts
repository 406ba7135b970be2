import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { waitAtMost } from '../promises.ts';

/** Timeouts after the drain, in milliseconds. */
const idleTimeoutMs = 1_000;
const uploadTimeoutMs = 3_000;
/** Unfinished requests are cut off after this. */
export const drainTimeoutMs = 5_000;

type ShutdownOptions = {
  /** Aborted when the shutdown begins. */
  signal: AbortSignal;
  /** How long new connections are still accepted, so that a proxy notices, in milliseconds. */
  drainMs: number;
  /** The response to a request that is still being uploaded when time runs out. */
  refuse(request: IncomingMessage): Response;
};

/**
 * Tracks a server's requests, so that it can shut down without failing one that has arrived. From
 * the signal on, every response closes its connection.
 *
 * @returns a function that shuts the server down: accepts connections during the drain, then none;
 *   resolves when all running requests are answered, at the latest `drainTimeoutMs` after the drain
 */
export function createGracefulShutdown(
  server: Server,
  { signal, drainMs, refuse }: ShutdownOptions,
) {
  /**
   * The open connections with their pending responses. A response that is queued behind another on
   * a broken connection never emits `close`, so they are removed together.
   */
  const connections = new Map<Socket, Set<ServerResponse<IncomingMessage>>>();
  const listPending = () => [...connections.values()].flatMap((answers) => [...answers]);

  server.on('connection', (socket) => {
    connections.set(socket, new Set());
    socket.once('close', () => connections.delete(socket));
  });
  // Before the handler, which may respond at once.
  server.prependListener('request', ({ socket }, response) => {
    if (signal.aborted) response.shouldKeepAlive = false;
    const answers = connections.get(socket);
    answers?.add(response);
    response.once('close', () => answers?.delete(response));
  });
  signal.addEventListener('abort', () => {
    for (const response of listPending()) response.shouldKeepAlive = false;
  });

  /** Closes connections without a pending response: kept alive, or never used. */
  function closeIdle(): void {
    for (const [socket, answers] of connections) if (answers.size === 0) socket.destroy();
  }

  /**
   * Responds to requests that have not arrived completely: they were not processed, and the client may send them
   * again.
   */
  async function rejectUploads(): Promise<void> {
    const uploadTimer = listPending().filter(
      ({ req, headersSent }) => !req.complete && !headersSent,
    );
    for (const response of uploadTimer) {
      const { status, headers, body } = await toPlain(refuse(response.req));
      if (!response.headersSent) response.writeHead(status, headers).end(body);
    }
  }

  return async function end(): Promise<void> {
    await pause(drainMs);
    // One iteration of the event loop later, when waiting connections have been accepted: connections that still wait when a
    // server closes are reset, and their clients may already have sent a request.
    await nextTurn();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // A connection in use when the server closes becomes idle once its response is sent. Node emits no event
    // for that, so idle connections are closed every 50 ms; otherwise each would stay for its keep-alive time.
    const closingTimer = setInterval(() => server.closeIdleConnections(), 50);
    const idleTimer = setTimeout(closeIdle, idleTimeoutMs);
    const uploadTimer = setTimeout(() => void rejectUploads(), uploadTimeoutMs);
    await waitAtMost(drainTimeoutMs, closed);
    for (const timer of [closingTimer, idleTimer, uploadTimer]) clearTimeout(timer);
    server.closeAllConnections();
  };
}

async function toPlain(response: Response) {
  const body = Buffer.from(await response.arrayBuffer());
  const headers = { ...Object.fromEntries(response.headers), 'content-length': body.byteLength };
  return { status: response.status, headers, body };
}
