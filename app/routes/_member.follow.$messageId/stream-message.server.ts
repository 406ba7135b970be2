import { isFinal, type TrackedMessage } from '#app/console/following/contract.ts';
import type { Wanted } from '#domain/messaging/messages/read-followed.server.ts';
import { shutdownSignal } from '#platform/shutdown.ts';
import type { Place } from './followers.server.ts';

/** Times in milliseconds. */
const heartbeatMs = 15_000;
const longestMs = 60_000;

type Options = {
  wanted: Wanted;
  /** Where the stream waits for news; it is given back when the stream ends. */
  place: Place;
  /** Aborted when the client goes away. */
  gone: AbortSignal;
};

/**
 * Each change of a message as an event. Its end is an event too, `end`: nothing more will become of the
 * message, the session is over, a minute is over, or the process ends.
 */
export function streamMessageEvents(
  first: TrackedMessage,
  { wanted, place, gone }: Options,
): ReadableStream {
  const encoder = new TextEncoder();
  const causes = [gone, shutdownSignal()];
  const until = Date.now() + longestMs;
  let shown = '';
  let shownAt = 0;
  let end: (reader?: 'there' | 'gone') => void = () => place.leave();

  return new ReadableStream({
    start(controller) {
      const write = (text: string) => controller.enqueue(encoder.encode(text));
      let over = false;
      end = (reader = 'there') => {
        if (over) return;
        over = true;
        place.leave();
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
      place.follow(wanted, show);
    },
    cancel: () => end('gone'),
  });
}
