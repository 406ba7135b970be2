import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { waitAtMost } from '../wait-at-most.ts';

/** Times after the drain, in milliseconds. */
const idleMs = 1_000;
const uploadMs = 3_000;
/** What is unanswered or unread by then is cut off. */
export const drainTimeoutMs = 5_000;

type Ending = {
  /** Aborted when the process begins to end. */
  signal: AbortSignal;
  /** How long connections are still taken, so that a proxy can notice, in milliseconds. */
  drainMs: number;
  /** What a request is answered that is still being sent when there is no more time for it. */
  refuse(request: IncomingMessage): Response;
};

/**
 * Watches a server's requests from now on, so that it can end without failing one that has arrived.
 *
 * From the signal on every answer asks the client to close the connection, and nobody keeps one.
 *
 * @returns ends the server: takes connections for the time of the drain, then none; resolves when the
 *   requests under way are answered, at the latest `drainTimeoutMs` after the drain
 */
export function createGracefulShutdown(server: Server, { signal, drainMs, refuse }: Ending) {
  /**
   * The connections, each with its answers that are not sent yet. They go with it: one that waits behind another
   * on a connection that breaks never closes by itself.
   */
  const connections = new Map<Socket, Set<ServerResponse<IncomingMessage>>>();
  const underWay = () => [...connections.values()].flatMap((answers) => [...answers]);

  server.on('connection', (socket) => {
    connections.set(socket, new Set());
    socket.once('close', () => connections.delete(socket));
  });
  // Before the handler, who may answer at once.
  server.prependListener('request', ({ socket }, response) => {
    if (signal.aborted) response.shouldKeepAlive = false;
    const answers = connections.get(socket);
    answers?.add(response);
    response.once('close', () => answers?.delete(response));
  });
  signal.addEventListener('abort', () => {
    for (const response of underWay()) response.shouldKeepAlive = false;
  });

  /** Connections of which nobody waits for an answer: kept open, or opened and not used. */
  function hangUpIdle(): void {
    for (const [socket, answers] of connections) if (answers.size === 0) socket.destroy();
  }

  /** What has not arrived whole was not carried out: said so, it can be sent again. */
  async function refuseUploads(): Promise<void> {
    const uploads = underWay().filter(({ req, headersSent }) => !req.complete && !headersSent);
    for (const response of uploads) {
      const { status, headers, body } = await plain(refuse(response.req));
      if (!response.headersSent) response.writeHead(status, headers).end(body);
    }
  }

  return async function end(): Promise<void> {
    await pause(drainMs);
    // Right after all connections that wait were taken: those that still wait when a server closes are
    // reset, and their clients may have sent by then.
    await nextTurn();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // A connection in use when the server closes becomes idle once its response is sent. Node emits no event
    // for that, so idle connections are closed every 50 ms; otherwise each would stay for its keep-alive time.
    const closing = setInterval(() => server.closeIdleConnections(), 50);
    const unused = setTimeout(hangUpIdle, idleMs);
    const uploads = setTimeout(() => void refuseUploads(), uploadMs);
    await waitAtMost(drainTimeoutMs, closed);
    for (const timer of [closing, unused, uploads]) clearTimeout(timer);
    server.closeAllConnections();
  };
}

async function plain(response: Response) {
  const body = Buffer.from(await response.arrayBuffer());
  const headers = { ...Object.fromEntries(response.headers), 'content-length': body.byteLength };
  return { status: response.status, headers, body };
}
