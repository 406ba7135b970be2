import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Reads and discards the rest of a body after an early response. A handler that stopped reading
 * leaves the stream paused; the next request on the connection, which behind a proxy may be
 * anybody's, would then wait for ever.
 */
export function drainRequestBody(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete && request.readableEnded) return;
    request.removeAllListeners('data');
    request.resume();
  });
}

/** How long a client may go on sending after its response, in milliseconds. */
const lingerMs = 2_000;

/**
 * Reads and discards what a client is still sending, before its connection is closed. One that writes into a closed
 * connection may never see the response (RFC 9112, 9.6).
 */
export function discardRest(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, lingerMs);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    request.removeAllListeners('data').once('end', end).once('close', end).resume();
  });
}

/** Waits until the response's buffer is drained or the client is gone. */
export function waitForDrain(response: ServerResponse): Promise<void> {
  if (!response.writableNeedDrain || response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
  });
}
