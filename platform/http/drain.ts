import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long a client may continue to send after its response, in milliseconds. */
const lingerMs = 2_000;

/**
 * Reads and discards the rest of a body after an early response. A handler that stops reading leaves the stream paused.
 * Without draining, the next request on the connection would never be read, and behind a proxy that request may come from
 * another client. If the rest of the body does not arrive in time, the connection is closed.
 */
export function drainRequestBody(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete && request.readableEnded) return;
    void discardRest(request).then(() => {
      if (!request.complete) request.socket.destroy();
    });
  });
}

/**
 * Reads and discards what a client is still sending, before its connection is closed. A client that is still writing when the
 * connection is closed may never see the response (RFC 9112, 9.6).
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

/** Waits until the response's buffer is drained, or the client has closed the connection. */
export function waitForDrain(response: ServerResponse): Promise<void> {
  if (!response.writableNeedDrain || response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
  });
}

/** Controls a response while it is sent, for callers that must not send more than the client reads. */
export type Sending = {
  /** Whether the response's buffer still has data that the connection has not accepted. */
  isBehind: () => boolean;
  /** Drops the buffer and the connection. */
  cutOff: () => void;
  /** Calls back when everything is sent, or the client has closed the connection. */
  whenOver: (call: () => void) => void;
};

export const toSending = (response: ServerResponse): Sending => ({
  isBehind: () => response.writableNeedDrain,
  cutOff: () => response.destroy(),
  whenOver: (call) => {
    if (response.closed) call();
    else response.once('close', call);
  },
});
