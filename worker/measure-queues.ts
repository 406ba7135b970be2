import { oldestWaiting } from '#domain/delivery/oldest-waiting.server.ts';
import { oldestMail } from '#domain/mail/oldest-mail.server.ts';
import { queueNames } from '#platform/env.ts';
import { logger } from '#platform/logger.ts';
import { gauge } from '#platform/metrics/instruments.server.ts';
import { jobCounts } from '#platform/queue.server.ts';
import { createShortCache } from '#platform/short-cache.ts';

/** How old these figures may be, whoever scrapes: in milliseconds. */
const freshMs = 2_000;

/** What is asked for at most once in that time. @returns null if it cannot be known now */
function remembered<Value>(ask: () => Promise<Value>): () => Promise<Value | null> {
  const cached = createShortCache(ask, { ttlMs: freshMs, max: 1 });
  return () =>
    cached('').catch((error) => {
      logger.warn({ error }, 'the queues cannot be measured');
      return null;
    });
}

/**
 * Shows how much waits, and how long. All workers show the same, so that a graph takes the maximum: jobs as
 * Redis has them, ages as the rows tell, which are the truth also while Redis has lost the jobs.
 */
export function measureQueues(): void {
  const counts = remembered(() =>
    Promise.all(queueNames.map(async (queue) => ({ queue, states: await jobCounts(queue) }))),
  );
  gauge({
    name: 'dakiya_queue_jobs',
    help: 'Jobs in a queue, by their state. The same in all workers.',
    labelNames: ['queue', 'state'],
    async collect(jobs) {
      jobs.reset();
      for (const { queue, states } of (await counts()) ?? []) {
        for (const [state, count] of Object.entries(states)) jobs.set({ queue, state }, count);
      }
    },
  });

  const ages = remembered(async () => ({
    ...(await oldestWaiting()),
    mail: await oldestMail(),
  }));
  gauge({
    name: 'dakiya_queue_lag_seconds',
    help: 'Age of the oldest row that waits for its first try, and of a letter that should be at work. The same in all workers.',
    labelNames: ['queue'],
    async collect(lag) {
      lag.reset();
      for (const [queue, seconds] of Object.entries((await ages()) ?? {})) {
        lag.set({ queue }, seconds);
      }
    },
  });
}
