import { setMaxListeners } from 'node:events';
import { env } from '#platform/env.ts';
import { logger } from '#platform/logger.ts';
import { serveMetrics } from '#platform/metrics/serve-metrics.server.ts';
import { endOnSignal } from '#platform/shutdown.ts';
import { openCarriers } from './carriers.ts';
import { measureCarriers } from './measure-carriers.ts';
import { measureQueues } from './measure-queues.ts';
import { workerReadiness } from './readiness.ts';
import { startQueues } from './registry.ts';
import { keepSchedules } from './schedules.ts';

const stopping = new AbortController();
// Every job that waits for a slot listens: as many as the windows allow, not a leak.
setMaxListeners(0, stopping.signal);
const carriers = openCarriers();
const queues = startQueues(carriers, stopping.signal);
const endSchedules = keepSchedules();

// Jobs under way end first, then the carriers wait for their last answers and receipts.
endOnSignal(async () => {
  endSchedules();
  stopping.abort();
  await Promise.all(queues.map((queue) => queue.close()));
  await Promise.all(carriers.map((carrier) => carrier.close()));
}, 20_000);

await serveMetrics({ program: 'worker', readiness: () => workerReadiness(carriers) });
measureCarriers(carriers);
// After the process: a scrape asks in this order, and its own queries are not to count as waiting.
measureQueues();
await Promise.all(queues.map((queue) => queue.waitUntilReady()));
logger.info(
  { queues: env.WORKER_QUEUES, carriers: carriers.map(({ name }) => name) },
  'worker ready',
);
