import type { Sending } from '#platform/http/drain.ts';
import { shutdownSignal } from '#platform/shutdown.ts';

/**
 * How long a stream may be silent before it sends a comment, in milliseconds. Proxies close connections that are silent
 * for too long.
 */
const heartbeatMs = 15_000;

/** How long a client has to receive the end of a stream, in milliseconds. */
const lingerMs = 10_000;

/** An open stream of server-sent events. After its end nothing is sent. */
type EventStream = {
  /**
   * Sends data as JSON. Disconnects a client that has not received the previous data; the browser then reconnects.
   *
   * @param id when the browser reconnects, it sends this id as `last-event-id`
   */
  send: (data: unknown, id?: string) => void;
  /** Sends a comment if the stream has been silent for a while. */
  keepAlive: () => void;
  /** Sends the event `end`, and closes. */
  end: () => void;
};

type Options = {
  /** The request for the stream. Its signal is aborted when the client disconnects. */
  request: Pick<Request, 'method' | 'signal'>;
  /**
   * The progress of the response, from the load context. Without it, the client is assumed to read everything immediately.
   */
  sending: Sending | undefined;
  /**
   * The maximum duration of the stream, in milliseconds. After this time, the stream ends, and the browser can connect
   * again.
   */
  lastsMs: number;
  /**
   * Called when the client has received everything or has disconnected, because unsent data uses memory until then. May
   * be called more than once.
   */
  release: () => void;
  begin: (stream: EventStream) => void;
};

/** Responds with a stream of server-sent events to GET. The stream ends automatically when the process shuts down. */
export function respondWithEvents(options: Options): Response {
  const { request, sending, lastsMs, release, begin } = options;
  // Remix also passes HEAD requests to loaders, and never reads the bodies of their responses.
  if (request.method !== 'GET') {
    release();
    return new Response('Send a GET request.', { status: 405, headers: { allow: 'GET' } });
  }
  const encoder = new TextEncoder();
  const gone = request.signal;
  const causes = [gone, shutdownSignal()];
  let close: () => void = release;

  const body = new ReadableStream({
    start(controller) {
      let isOver = false;
      let sentAt = Date.now();
      close = () => {
        isOver = true;
        clearTimeout(timer);
        for (const cause of causes) cause.removeEventListener('abort', end);
        if (gone.aborted || !sending) return release();
        const linger = setTimeout(sending.cutOff, lingerMs);
        sending.whenOver(() => {
          clearTimeout(linger);
          release();
        });
      };
      const write = (text: string) => {
        // Remix does not wait for the client, so unread data would accumulate.
        if (sending?.isBehind()) {
          close();
          controller.close();
          return sending.cutOff();
        }
        controller.enqueue(encoder.encode(text));
        sentAt = Date.now();
      };
      const end = () => {
        if (isOver) return;
        write('event: end\ndata:\n\n');
        if (isOver) return;
        close();
        controller.close();
      };
      const timer = setTimeout(end, lastsMs);
      for (const cause of causes) {
        cause.addEventListener('abort', end);
        if (cause.aborted) return end();
      }
      begin({
        send(data, id) {
          if (!isOver) write(`${id ? `id: ${id}\n` : ''}data: ${JSON.stringify(data)}\n\n`);
        },
        keepAlive() {
          if (!isOver && Date.now() - sentAt >= heartbeatMs) write(':\n\n');
        },
        end,
      });
    },
    cancel: () => close(),
  });

  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      // Keeps proxies from compressing or buffering the stream, which would delay events.
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  });
}

/** Responds to a client for which no slot is free. */
export const respondFull = (text: string, retryAfterSeconds: number): Response =>
  new Response(text, { status: 429, headers: { 'retry-after': String(retryAfterSeconds) } });
