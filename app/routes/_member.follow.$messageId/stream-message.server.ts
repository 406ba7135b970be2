import { setTimeout as pause } from 'node:timers/promises';
import {
  type Followed,
  isFinal,
} from '#app/routes/_member.dashboard/console/following/contract.ts';
import { logger } from '#platform/logger.ts';
import { endingSignal } from '#platform/shutdown.ts';

/** Times in milliseconds. */
const everyMs = 400;
const heartbeatMs = 15_000;
const longestMs = 60_000;

type Options = {
  /** Reads the message again. */
  look: () => Promise<Followed>;
  /** Aborted when the client goes away. */
  gone: AbortSignal;
};

/**
 * Each change of a message as an event. Its end is an event too, `end`: nothing more will become of the
 * message, a minute is over, or the process ends.
 */
export function streamMessage(first: Followed, { look, gone }: Options): ReadableStream {
  const stop = new AbortController();
  const end = () => stop.abort();
  const causes = [gone, endingSignal()];
  if (causes.some(({ aborted }) => aborted)) end();
  for (const cause of causes) cause.addEventListener('abort', end);

  let cancelled = false;
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      const write = (text: string) => {
        if (!cancelled) controller.enqueue(encoder.encode(text));
      };
      // Not awaited: the stream would wait for it with its first event.
      void follow(first, look, write, stop.signal).finally(() => {
        for (const cause of causes) cause.removeEventListener('abort', end);
        write('event: end\ndata:\n\n');
        if (!cancelled) controller.close();
      });
    },
    cancel() {
      cancelled = true;
      end();
    },
  });
}

/** Returns when there is nothing more to tell, or nobody to be told. */
async function follow(
  first: Followed,
  look: Options['look'],
  write: (text: string) => void,
  stop: AbortSignal,
): Promise<void> {
  const until = Date.now() + longestMs;
  let told = '';
  let toldAt = 0;
  try {
    for (let message = first; ; message = await look()) {
      const news = JSON.stringify(message);
      if (news !== told || Date.now() - toldAt >= heartbeatMs) {
        write(news === told ? ':\n\n' : `data: ${news}\n\n`);
        told = news;
        toldAt = Date.now();
      }
      if (isFinal(message) || Date.now() >= until) return;
      await pause(everyMs, undefined, { signal: stop });
    }
  } catch (error) {
    if (!stop.aborted) logger.error({ error }, 'a message could not be followed');
  }
}
