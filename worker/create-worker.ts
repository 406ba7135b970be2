import { setMaxListeners } from 'node:events';
import { startHeartbeats, writeLastHeartbeat } from '#domain/delivery/queue/worker-heartbeat.ts';
import { startBackgroundMigrations } from '#domain/shared/background-migrations/run-background-migrations.ts';
import { createInstance, openAtStart, runIn } from '#platform/instance.ts';
import { logger } from '#platform/logger.ts';
import { startMetricsServer } from '#platform/metrics/start-metrics-server.ts';
import { waitAtMost } from '#platform/promises.ts';
import { openQueue } from '#platform/queue.ts';
import { waitForDatabase } from '#platform/readiness/readiness.ts';
import { onRedisChange, watchRedis } from '#platform/redis-health.ts';
import type { Config } from '#platform/settings.ts';
import { shutDown, shutdownSignal } from '#platform/shutdown.ts';
import { backgroundMigrations, registerBackgroundMetrics } from './background-migrations.ts';
import { openCarriers, registerCarrierMetrics, workerReadiness } from './carriers.ts';
import { type ReconcilePayload, reconcileJob, reconcilePayload } from './jobs.ts';
import { registerQueueMetrics } from './queue-metrics.ts';
import { workerSettings } from './settings.ts';
import { startWorkers } from './start-workers.ts';
import { workWithoutRedis } from './without-redis.ts';

/** A running worker. */
export type Worker = {
  /** Resolves when it has PostgreSQL and its carriers, and takes jobs or works without Redis. */
  ready: Promise<void>;
  /** Stops it: running work is finished, or left to other workers after some seconds. */
  stop: () => Promise<void>;
};

/** After this time, unfinished jobs are left to other workers: their rows or jobs are still pending. */
const shutdownMs = 7_500;

/** Starts a worker. @param config of `parseConfig` */
export function createWorker(config: Config): Worker {
  const instance = createInstance(config);
  const { ready, end } = runIn(instance, start);
  return {
    ready,
    stop: () => runIn(instance, () => shutDown(end)),
  };
}

/** Maintenance runs once per this many recovery runs: by default once a minute. */
const maintenanceEvery = 12;

/** How often a schedule is due, in milliseconds. */
const everyMs = (due: ReconcilePayload['due']): number =>
  workerSettings.RECONCILE_INTERVAL_SECONDS * 1_000 * (due === 'often' ? 1 : maintenanceEvery);

/** How often the schedules are written again, so that they survive a lost Redis. */
const syncMs = 5_000;

/**
 * Removes a schedule whose next run is too far in the future, before writing it: BullMQ would keep that time. A worker
 * whose clock was hours ahead may have set it, and nothing would be reconciled until then.
 */
async function writeSchedule(due: ReconcilePayload['due']): Promise<void> {
  const queue = openQueue(reconcileJob.queue);
  const id = reconcileJob.jobId({ due });
  const every = Math.round(everyMs(due));
  const { next = 0 } = (await queue.getJobScheduler(id)) ?? {};
  if (next > Date.now() + every + syncMs) await queue.removeJobScheduler(id);
  await queue.upsertJobScheduler(id, { every }, { name: reconcileJob.name, data: { due } });
}

/**
 * Keeps the job schedules in Redis. Every worker does so, with the same ids.
 *
 * @returns a function that stops it
 */
function syncSchedules(): () => void {
  const write = async () => {
    try {
      for (const due of reconcilePayload.shape.due.options) await writeSchedule(due);
    } catch (error) {
      // Redis is down, which its connection has logged; the next run writes the schedules.
      logger.debug({ error }, 'could not write the job schedules');
    }
  };
  void write();
  const timer = setInterval(() => void write(), syncMs);
  return () => clearInterval(timer);
}

function start() {
  openAtStart();
  const stopping = new AbortController();
  // Every submit that may fail over adds a listener, as many as the windows allow, so Node's warning of a leak would be
  // wrong.
  setMaxListeners(0, stopping.signal);
  const { carriers, routing, firstRead, stop } = openCarriers(() => deliverers);
  const endHeartbeats = startHeartbeats();
  const { queues, dispatchers, deliverers } = startWorkers(routing, stopping.signal);
  // Registered before the first check.
  const endWorkWithoutRedis = workWithoutRedis(queues);
  watchRedis();
  const endSchedules = syncSchedules();
  // Only in workers with the other recurring work, not in a worker for one-time passwords only.
  const background = workerSettings.WORKER_QUEUES.includes('schedules')
    ? [startBackgroundMigrations(backgroundMigrations)]
    : [];

  // In parallel, because the carriers limit how long jobs wait for responses that may not come.
  async function end(): Promise<void> {
    endSchedules();
    endWorkWithoutRedis();
    stopping.abort();
    stop();
    const parts = [
      { name: 'carriers', close: carriers.close },
      ...queues.map(({ worker }) => worker),
      ...dispatchers,
      ...background,
    ];
    const unfinished = new Set(parts.map(({ name }) => name));
    const closed = parts.map(async (part) => {
      await part.close();
      unfinished.delete(part.name);
    });
    await waitAtMost(shutdownMs, Promise.allSettled(closed));
    if (unfinished.size > 0) {
      logger.warn(
        { unfinished: [...unfinished] },
        'shutdown timeout: jobs still running are left to other workers',
      );
    }
    endHeartbeats();
    await writeLastHeartbeat();
  }

  async function becomeReady(): Promise<void> {
    await startMetricsServer({ program: 'worker', readiness: () => workerReadiness(carriers) });
    registerCarrierMetrics(carriers, routing);
    // Registered last: a scrape collects in this order, and its own queries must not count as waiting.
    registerBackgroundMetrics();
    registerQueueMetrics();
    // There is also work without Redis.
    const isDegraded = new Promise<void>(
      (resolve) => void onRedisChange((problem) => problem && resolve()),
    );
    const isOpen = Promise.all(queues.map((queue) => queue.worker.waitUntilReady()));
    await Promise.race([isDegraded, isOpen]);
    // Until then, arriving jobs wait.
    if (!(await waitForDatabase(shutdownSignal()))) return;
    await firstRead;
    const names = carriers.list().map(({ name }) => name);
    logger.info({ queues: workerSettings.WORKER_QUEUES, carriers: names }, 'worker ready');
  }

  return { ready: becomeReady(), end };
}
