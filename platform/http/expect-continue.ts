import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Requests whose clients wait for a `100 Continue` before they send the body. */
const waiting = new WeakSet<IncomingMessage>();

/**
 * Lets the handlers of a server decide whether they want a body (RFC 9110, 10.1.1): a client that sends `Expect:
 * 100-continue` gets a rejection, if any, before it sends the body. Each handler calls `sendContinue` before it reads a body.
 * All listeners of `request` are called as usual, including the listener that tracks requests for a shutdown.
 */
export function answerExpectations(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request);
    server.emit('request', request, response);
  });
}

/** Requests the body if the client is waiting for `100 Continue`. */
export function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (waiting.delete(request)) response.writeContinue();
}
