import { oldestQueuedAgeSeconds } from '#domain/messaging/delivery/oldest-queued-age.server.ts';
import { oldestEmailAgeSeconds } from '#domain/notifications/email/oldest-email-age.server.ts';
import { coalesceCalls } from '#platform/coalesce-calls.ts';
import { gauge } from '#platform/metrics/instruments.server.ts';
import { countJobs, queueNames } from '#platform/queue.server.ts';

/** Maximum age of the values, and timeout of a scrape, in milliseconds. */
const limits = { ttlMs: 2_000, timeoutMs: 2_000 };

/**
 * Registers gauges of queue depth and lag. All workers report the same values, so graphs take the
 * maximum. Depth is read from Redis, lag from the rows, which are correct even if Redis has lost
 * the jobs.
 */
export function registerQueueMetrics(): void {
  const counts = coalesceCalls(
    () => Promise.all(queueNames.map(async (queue) => ({ queue, states: await countJobs(queue) }))),
    limits,
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

  const ages = coalesceCalls(
    async () => ({ ...(await oldestQueuedAgeSeconds()), mail: await oldestEmailAgeSeconds() }),
    limits,
  );
  gauge({
    name: 'dakiya_queue_lag_seconds',
    help: 'Age in seconds of the oldest message or email waiting for its first attempt. All workers report the same value.',
    labelNames: ['queue'],
    async collect(lag) {
      lag.reset();
      for (const [queue, seconds] of Object.entries((await ages()) ?? {})) {
        lag.set({ queue }, seconds);
      }
    },
  });
}
