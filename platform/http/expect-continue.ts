import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

/** Requests whose senders wait for a `100 Continue` before they send the body. */
const waiting = new WeakSet<IncomingMessage>();

/**
 * Has a handler decide whether a body is wanted (RFC 9110, 10.1.1): a client that sends `Expect: 100-continue` gets its
 * answer before the body if that is refused anyhow.
 */
export function answerExpectations(server: Server, handle: RequestListener): void {
  server.on('checkContinue', (request, response) => {
    waiting.add(request);
    handle(request, response);
  });
}

/** Asks for the body of a request whose sender waits for that. */
export function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (waiting.delete(request)) response.writeContinue();
}
