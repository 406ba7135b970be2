import { setMaxListeners } from 'node:events';
import { startHeartbeats, writeLastHeartbeat } from '#domain/delivery/queue/worker-heartbeat.ts';
import { startCounting } from '#domain/delivery/stats/write-counts.ts';
import { startBackgroundMigrations } from '#domain/shared/background-migrations/run-background-migrations.ts';
import { registerProcess } from '#domain/shared/processes/processes.ts';
import { startCountingServices } from '#domain/status/count-services.ts';
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
  /**
   * Resolves when the worker is connected to PostgreSQL, has read its carriers, and takes jobs from Redis or works without
   * Redis.
   */
  ready: Promise<void>;
  /** Stops the worker. Finishes running work, or leaves it to other workers after some seconds. */
  stop: () => Promise<void>;
};

/**
 * How long a stopping worker waits before it leaves unfinished jobs to other workers, in milliseconds. The other
 * workers find the pending rows or jobs.
 */
const shutdownMs = 7_500;

/** Starts a worker. @param config the result of `parseConfig` */
export function createWorker(config: Config): Worker {
  const instance = createInstance(config);
  const { ready, end } = runIn(instance, start);
  return {
    ready,
    stop: () => runIn(instance, () => shutDown(end)),
  };
}

/** Tasks in `rarely` run once per this many runs of the tasks in `often`, by default once a minute. */
const maintenanceEvery = 12;

/** Returns the interval of a schedule in milliseconds. */
const everyMs = (due: ReconcilePayload['due']): number =>
  workerSettings.RECONCILE_INTERVAL_SECONDS * 1_000 * (due === 'often' ? 1 : maintenanceEvery);

/** How often the schedules are written to Redis, in milliseconds, so that they are restored if Redis loses its data. */
const syncMs = 5_000;

/**
 * Writes a schedule. If its next run is too far away, for example because a worker's clock was hours ahead, first removes
 * the schedule. Otherwise BullMQ would keep that time, and nothing would be reconciled before then.
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
 * Repeatedly writes the job schedules to Redis. Every worker does so, with the same ids.
 *
 * @returns a function that stops the writes
 */
function syncSchedules(): () => void {
  const write = async () => {
    try {
      for (const due of reconcilePayload.shape.due.options) await writeSchedule(due);
    } catch (error) {
      // Redis is down, which its connection has already logged. The next run writes the schedules again.
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
  // Every submit that may fail over adds a listener, and the carriers' windows allow many submits at once, so Node's leak
  // warning would be wrong.
  setMaxListeners(0, stopping.signal);
  const { carriers, routing, firstRead, stop } = openCarriers(() => deliverers);
  const endHeartbeats = startHeartbeats();
  const endCounting = startCounting();
  registerProcess({ kind: 'worker', queues: workerSettings.WORKER_QUEUES }, () =>
    carriers.list().map(({ name, binds }) => ({
      ...{ carrier: name, ...binds, since: binds.since.toISOString() },
    })),
  );
  startCountingServices();
  const { queues, dispatchers, deliverers } = startWorkers(routing, stopping.signal);
  // Must be registered before the first check of `watchRedis`.
  const endWorkWithoutRedis = workWithoutRedis(queues);
  watchRedis();
  const endSchedules = syncSchedules();
  // Background migrations run only in workers that also run the schedules, so not in a worker that only sends one-time
  // passwords.
  const background = workerSettings.WORKER_QUEUES.includes('schedules')
    ? [startBackgroundMigrations(backgroundMigrations)]
    : [];

  // Everything closes in parallel. Jobs may be waiting for carrier responses that never come; closing the carriers limits
  // that wait.
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
    await endCounting();
    endHeartbeats();
    await writeLastHeartbeat();
  }

  async function becomeReady(): Promise<void> {
    await startMetricsServer({ program: 'worker', readiness: () => workerReadiness(carriers) });
    registerCarrierMetrics(carriers, routing);
    // These gauges query the database. They are registered last: a scrape collects the gauges in order, so the gauge of
    // waiting queries does not count their queries.
    registerBackgroundMetrics();
    registerQueueMetrics();
    // The worker is also ready while Redis accepts no writes, because it can work without Redis.
    const isDegraded = new Promise<void>(
      (resolve) => void onRedisChange((problem) => problem && resolve()),
    );
    const isOpen = Promise.all(queues.map((queue) => queue.worker.waitUntilReady()));
    await Promise.race([isDegraded, isOpen]);
    // Jobs that arrive before this point wait.
    if (!(await waitForDatabase(shutdownSignal()))) return;
    await firstRead;
    const names = carriers.list().map(({ name }) => name);
    logger.info({ queues: workerSettings.WORKER_QUEUES, carriers: names }, 'worker ready');
  }

  return { ready: becomeReady(), end };
}
