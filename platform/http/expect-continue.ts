import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Requests whose senders wait for a `100 Continue` before they send the body. */
const waiting = new WeakSet<IncomingMessage>();

/**
 * Has the handlers of a server decide whether a body is wanted (RFC 9110, 10.1.1): a client that sends
 * `Expect: 100-continue` gets its answer before the body if that is refused. Each handler calls `sendContinue` before it
 * reads a body. All listeners of `request` are called, as for other requests: the one that counts them at a shutdown, too.
 */
export function answerExpectations(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request);
    server.emit('request', request, response);
  });
}

/** Asks for the body of a request whose sender waits for that. */
export function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (waiting.delete(request)) response.writeContinue();
}
