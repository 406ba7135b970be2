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

/** Waits until the response's buffer is drained or the client is gone. */
export function waitForDrain(response: ServerResponse): Promise<void> {
  if (!response.writableNeedDrain || response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
  });
}
