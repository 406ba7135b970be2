import type { Lane } from '#domain/delivery/carriers/contract.ts';
import { isFirstWorker } from '#domain/delivery/queue/worker-heartbeat.ts';
import { wakeAccounts } from '#domain/delivery/reconcile/wake-accounts.ts';
import { wakeUpJob } from '#domain/messaging/jobs.ts';
import { wakeWaitingEndpoints } from '#domain/webhooks/outbox/add-subject-events-sql.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { logger } from '#platform/logger.ts';
import { runJobsHere } from '#platform/queue.ts';
import { onRedisChange } from '#platform/redis-health.ts';
import type { OwnQueue } from './jobs.ts';
import { reconcile } from './reconcile.ts';
import { workerSettings } from './settings.ts';

/** How often to search for accounts and endpoints with due rows, in milliseconds. */
const lookMs = 1_000;

/**
 * How long the search continues after Redis accepts writes again, in milliseconds. It continues for two reasons. First,
 * a web server may notice later that Redis is back, and enqueues nothing until then. Second, a job that was running
 * when the outage began could not be ended in Redis. Until BullMQ finds this stalled job, it adds no other job with the
 * same id, so no job wakes the account up.
 */
const afterwardsMs = 15_000;

/**
 * The intervals of the reconciler's tasks, in milliseconds. Frequent tasks run as often as in their schedule, and rare tasks
 * run once a minute.
 */
const recoveryMs = () => workerSettings.RECONCILE_INTERVAL_SECONDS * 1_000;
const maintenanceMs = 60_000;

/** All lanes; one-time passwords come first. */
const allLanes: Lane[] = ['otp', 'messages', 'test'];

/**
 * Does the work of this worker's queues without Redis: while Redis accepts no writes, for a while afterwards, and after it
 * was emptied. Each worker searches PostgreSQL once a second for accounts and endpoints with due rows, and one worker runs
 * the reconciler. Jobs that this process would enqueue run here instead. PostgreSQL reserves each row for one worker, so no
 * work is done twice.
 *
 * @returns a function that ends this behaviour
 */
export function workWithoutRedis(queues: readonly OwnQueue[]): () => void {
  const pool = createLocalPool(queues);
  const lanes = allLanes.filter((lane) =>
    queues.some(({ name }) => name === wakeUpJob[lane].queue),
  );
  const postsEvents = queues.some(({ name }) => name === 'webhooks');
  const reconciles = queues.some(({ name }) => name === 'schedules');
  let timer: NodeJS.Timeout | undefined;
  let ending: NodeJS.Timeout | undefined;
  let isLooking = false;
  let isOutage = false;
  let recoverAt = 0;
  let maintainAt = 0;

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      for (const lane of lanes) await wakeAccounts(lane, 0);
      if (postsEvents) await wakeWaitingEndpoints(0);
      if (reconciles && (await isFirstWorker())) await runSchedules();
    } catch (error) {
      if (isDatabaseUnavailable(error)) logger.debug({ error }, 'PostgreSQL is not available');
      else logger.error({ error }, 'could not search for work in PostgreSQL');
    } finally {
      isLooking = false;
    }
  }

  async function runSchedules(): Promise<void> {
    const now = performance.now();
    if (now >= recoverAt) {
      recoverAt = now + recoveryMs();
      await reconcile({ due: 'often' });
    }
    if (now < maintainAt) return;
    maintainAt = now + maintenanceMs;
    // Not awaited, because this task takes longer than the others.
    void reconcile({ due: 'rarely' }).catch((error) =>
      logger.warn({ error }, 'maintenance failed; it runs again in a minute'),
    );
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
    clearTimeout(ending);
    runJobsHere(null);
  }

  function change(problem: string | null): void {
    if (problem === null) {
      for (const { worker } of queues) void worker.resume();
      if (isOutage) runJobsHere(pool.run, { canEnqueue: true });
      isOutage = false;
      clearTimeout(ending);
      ending = setTimeout(stop, afterwardsMs);
      timer ??= setInterval(() => void look(), lookMs);
      void look();
      return;
    }
    stop();
    isOutage = true;
    runJobsHere(pool.run);
    // The workers are paused. Otherwise they would query Redis thousands of times a second, because it responds immediately,
    // with errors.
    for (const { worker } of queues) void worker.pause(true);
    timer = setInterval(() => void look(), lookMs);
    void look();
  }

  const stopListening = onRedisChange(change);
  return () => {
    stopListening();
    stop();
  };
}

/**
 * Runs jobs in this process, with the concurrency of each queue's worker. A job that is already waiting or running here is
 * not added again.
 */
function createLocalPool(queues: readonly OwnQueue[]) {
  const byName = new Map(queues.map((queue) => [queue.name, { ...queue, running: 0 }]));
  const waiting = new Map<string, Map<string, unknown>>();
  const known = new Set<string>();

  function next(name: string): void {
    const queue = byName.get(name);
    const jobs = waiting.get(name);
    if (!queue || !jobs || queue.running >= queue.concurrency) return;
    const [job] = jobs;
    if (!job) return;
    const [id, payload] = job;
    jobs.delete(id);
    queue.running += 1;
    void queue
      .handle(payload)
      .catch((error) => logger.error({ error, queue: name }, 'job failed'))
      .finally(() => {
        queue.running -= 1;
        known.delete(`${name} ${id}`);
        next(name);
      });
    next(name);
  }

  return {
    /** @returns false if this worker does not read the queue; a worker that does finds the row */
    run(name: string, id: string, payload: unknown): boolean {
      if (!byName.has(name)) return false;
      const key = `${name} ${id}`;
      if (known.has(key)) return true;
      known.add(key);
      const jobs = waiting.get(name) ?? new Map<string, unknown>();
      waiting.set(name, jobs.set(id, payload));
      next(name);
      return true;
    },
  };
}
