import { shutdownSignal } from '#platform/shutdown.ts';

/** The longest silence, in milliseconds: proxies close connections that are silent for longer. */
const heartbeatMs = 15_000;

/** Events that may wait for a client that does not read them. */
const maxWaiting = 20;

/** An open stream of server-sent events. After its end nothing is sent any more. */
type EventStream = {
  /**
   * Sends data as JSON. A client that is too far behind is disconnected: its browser connects again.
   *
   * @param id what the browser repeats as `last-event-id` when it connects again
   */
  send: (data: unknown, id?: string) => void;
  /** Sends a comment if nothing was sent for a while. */
  keepAlive: () => void;
  /** Sends the event `end`, and closes. */
  end: () => void;
};

type Options = {
  /** Called once, when the stream ends on either side. */
  release: () => void;
  /** Aborted when the client disconnects. */
  gone: AbortSignal;
  begin: (stream: EventStream) => void;
};

/** Responds with a stream of server-sent events. It ends by itself when the process shuts down. */
export function respondWithEvents({ release, gone, begin }: Options): Response {
  const encoder = new TextEncoder();
  const causes = [gone, shutdownSignal()];
  let close: () => void = release;

  const body = new ReadableStream({
    start(controller) {
      let isOver = false;
      let sentAt = Date.now();
      const write = (text: string) => {
        controller.enqueue(encoder.encode(text));
        sentAt = Date.now();
      };
      close = () => {
        if (isOver) return;
        isOver = true;
        release();
        for (const cause of causes) cause.removeEventListener('abort', end);
      };
      const end = () => {
        if (isOver) return;
        close();
        write('event: end\ndata:\n\n');
        controller.close();
      };
      for (const cause of causes) {
        cause.addEventListener('abort', end);
        if (cause.aborted) return end();
      }
      begin({
        send(data, id) {
          if (isOver) return;
          if ((controller.desiredSize ?? 0) < -maxWaiting) return end();
          write(`${id ? `id: ${id}\n` : ''}data: ${JSON.stringify(data)}\n\n`);
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
