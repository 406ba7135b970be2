import { isFinal, type TrackedMessage } from '#app/console/following/contract.ts';
import type { Wanted } from '#domain/messaging/messages/read-followed.server.ts';
import { shutdownSignal } from '#platform/shutdown.ts';
import type { Slot } from './followers.server.ts';

/** In milliseconds. */
const heartbeatMs = 15_000;
const maxDurationMs = 60_000;

type Options = {
  wanted: Wanted;
  /** The stream's slot; released when the stream ends. */
  slot: Slot;
  /** Aborted when the client disconnects. */
  gone: AbortSignal;
};

/**
 * Streams each change of a message as an event. The last event is `end`: the status is final, the session or
 * a minute is over, or the process shuts down.
 */
export function streamMessageEvents(
  first: TrackedMessage,
  { wanted, slot, gone }: Options,
): ReadableStream {
  const encoder = new TextEncoder();
  const causes = [gone, shutdownSignal()];
  const until = Date.now() + maxDurationMs;
  let shown = '';
  let shownAt = 0;
  let end: (reader?: 'there' | 'gone') => void = () => slot.release();

  return new ReadableStream({
    start(controller) {
      const write = (text: string) => controller.enqueue(encoder.encode(text));
      let over = false;
      end = (reader = 'there') => {
        if (over) return;
        over = true;
        slot.release();
        for (const cause of causes) cause.removeEventListener('abort', stop);
        if (reader === 'gone') return;
        write('event: end\ndata:\n\n');
        controller.close();
      };
      const stop = () => end();
      const show = (message: TrackedMessage | null) => {
        if (!message) return end();
        const news = JSON.stringify(message);
        if (news !== shown || Date.now() - shownAt >= heartbeatMs) {
          write(news === shown ? ':\n\n' : `data: ${news}\n\n`);
          shown = news;
          shownAt = Date.now();
        }
        if (isFinal(message) || Date.now() >= until) end();
      };
      show(first);
      for (const cause of causes) {
        cause.addEventListener('abort', stop);
        if (cause.aborted) stop();
      }
      slot.follow(wanted, show);
    },
    cancel: () => end('gone'),
  });
}
