import { setMaxListeners } from 'node:events';
import { logger } from '#platform/logger.ts';
import { startMetricsServer } from '#platform/metrics/start-metrics-server.server.ts';
import { waitForDatabase } from '#platform/readiness/wait-for-database.server.ts';
import { checkSettings } from '#platform/settings.ts';
import { shutDownOnSignal, shutdownSignal } from '#platform/shutdown.ts';
import { waitAtMost } from '#platform/wait-at-most.ts';
import { registerCarrierMetrics } from './carrier-metrics.ts';
import { openCarriers } from './carriers.ts';
import { registerQueueMetrics } from './queue-metrics.ts';
import { workerReadiness } from './readiness.ts';
import { syncSchedules } from './schedules.ts';
import { workerSettings } from './settings.ts';
import { startWorkers } from './start-workers.ts';

checkSettings();

const stopping = new AbortController();
// Every job that waits for a slot listens: as many as the windows allow, not a leak.
setMaxListeners(0, stopping.signal);
const carriers = openCarriers();
const queues = startWorkers(carriers, stopping.signal);
const endSchedules = syncSchedules();

/** What is under way by then is left to the others: its row or its job says that it is not done. */
const endingMs = 7_500;

// Both at once: while jobs wait for answers that may not come, the carriers know how long to wait.
shutDownOnSignal(async () => {
  endSchedules();
  stopping.abort();
  const unfinished = new Set([...carriers, ...queues].map(({ name }) => name));
  const closed = [...carriers, ...queues].map(async (part) => {
    await part.close();
    unfinished.delete(part.name);
  });
  await waitAtMost(endingMs, Promise.allSettled(closed));
  if (unfinished.size > 0) {
    logger.warn(
      { unfinished: [...unfinished] },
      'shutdown timeout: jobs still running are left to other workers',
    );
  }
});

await startMetricsServer({ program: 'worker', readiness: () => workerReadiness(carriers) });
registerCarrierMetrics(carriers);
// After the process: a scrape asks in this order, and its own queries are not to count as waiting.
registerQueueMetrics();
await Promise.all(queues.map((queue) => queue.waitUntilReady()));
// Jobs that come meanwhile wait.
if (await waitForDatabase(shutdownSignal())) {
  logger.info(
    { queues: workerSettings.WORKER_QUEUES, carriers: carriers.map(({ name }) => name) },
    'worker ready',
  );
}
