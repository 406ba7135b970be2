import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Takes what is left of a body that was answered before it was read, and throws it away. Who began to read
 * it as a stream and stopped leaves it paused, and with it the connection: the next request on it, which
 * behind a proxy may be anybody's, would wait for ever.
 */
export function drainRequestBody(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete && request.readableEnded) return;
    request.removeAllListeners('data');
    request.resume();
  });
}
