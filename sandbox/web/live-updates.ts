import type { RequestHandler, Response } from 'express';

/** Maximum number of open pages with live updates. */
const mostListeners = 50;
const minIntervalMs = 200;
const heartbeatMs = 15_000;

/**
 * Notifies open pages of changes with server-sent events, at most every `minIntervalMs` milliseconds; the
 * page then fetches itself again.
 *
 * @param subscribe calls its listener after each change
 */
export function createLiveUpdates(subscribe: (listener: () => void) => void): RequestHandler {
  const listeners = new Set<Response>();
  let due = false;

  function notify(): void {
    due = false;
    for (const listener of listeners) listener.write('event: changed\ndata:\n\n');
  }
  subscribe(() => {
    if (due || listeners.size === 0) return;
    due = true;
    setTimeout(notify, minIntervalMs);
  });

  return (request, response) => {
    if (listeners.size >= mostListeners) {
      response.status(503).set('retry-after', '30').end();
      return;
    }
    response.set({ 'content-type': 'text/event-stream' }).flushHeaders();
    response.write('retry: 1000\n\n');
    const heartbeat = setInterval(() => response.write(':\n\n'), heartbeatMs);
    listeners.add(response);
    request.on('close', () => {
      clearInterval(heartbeat);
      listeners.delete(response);
    });
  };
}
