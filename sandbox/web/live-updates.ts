import type { RequestHandler, Response } from 'express';

/** At most so many browsers look on; more would only repeat the same page. */
const mostListeners = 50;
const gapMs = 200;
const heartbeatMs = 15_000;

/**
 * Tells open pages that something changed, as server-sent events. However fast texts come in, a
 * page hears of it a few times a second; it then fetches itself anew.
 *
 * @param subscribe calls its listener after each change
 */
export function createLiveUpdates(subscribe: (listener: () => void) => void): RequestHandler {
  const listeners = new Set<Response>();
  let due = false;

  function tell(): void {
    due = false;
    for (const listener of listeners) listener.write('event: changed\ndata:\n\n');
  }
  subscribe(() => {
    if (due || listeners.size === 0) return;
    due = true;
    setTimeout(tell, gapMs);
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
