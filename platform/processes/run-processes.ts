import cluster from 'node:cluster';
import { logger } from '../logger.ts';
import { counter } from '../metrics/instruments.ts';
import { readMetrics, serveMetrics } from '../metrics/start-metrics-server.ts';
import { createMetricsSum, type Snapshot } from '../metrics/sum-metrics.ts';
import { waitAtMost } from '../promises.ts';
import type { Readiness } from '../readiness/readiness.ts';
import { serverSettings } from '../server-settings.ts';
import { endOnSignal, shutDown, shutdownSignal } from '../shutdown.ts';
import { ask, type Child, hasParent, onStart } from './messages.ts';
import { toProcessCount } from './process-count.ts';

type Options = {
  count: number;
  /**
   * Processes are stopped one after the other. After each signal, the parent waits at most this long, in milliseconds.
   */
  stepMs: number;
  /** How long stopping all processes may take, in milliseconds. */
  limitMs: number;
};

/**
 * A process that was started. `index` is from 0 to `count` - 1. A replacement gets the `index` of the process that it
 * replaces.
 */
type Running = { index: number; child: Child; isStarted: boolean; ended: Promise<Ending> };

/** How a process ended; `how` is a text such as `exit code 1` or `signal SIGKILL`. */
type Ending = { how: string; ok: boolean };

/**
 * Delays before an ended process is replaced, in milliseconds. The delay doubles each time that a process ends soon
 * after its start.
 */
const firstDelayMs = 100;
const longestDelayMs = 30_000;

/** If a process ran for at least this time, in milliseconds, it did not end soon after its start. */
const longRunMs = 60_000;

/**
 * The program gives up if no process works and this many processes, one after the other, ended without reporting their
 * start.
 */
const maxFailedStarts = 3;

/** How long a process may take to answer, in milliseconds. The image's health check waits for 3 s. */
const aliveMs = 2_000;
const reportMs = 5_000;

const replaced = counter({
  name: 'dakiya_processes_replaced_total',
  help: 'Processes that ended by themselves and were replaced (WEB_PROCESSES, WORKER_PROCESSES).',
});

/** Whether this process must start the processes of its program. @param setting their number, or `auto` */
export const isParent = (setting: string | undefined): boolean =>
  !hasParent && (toProcessCount(setting ?? '') ?? 1) > 1;

/**
 * Starts this program `count` times, and keeps that many processes running until a signal ends this process. Processes that
 * listen on a port share it. This process only starts them, distributes their connections, and serves `METRICS_PORT`. It needs
 * an instance.
 */
export async function runProcesses({ count, stepMs, limitMs }: Options): Promise<void> {
  const running = new Set<Running>();
  const sum = createMetricsSum();
  let failedStarts = 0;

  /** @param quickEnds how many processes of this index have ended soon, one after the other */
  function start(index: number, quickEnds = 0): void {
    if (shutdownSignal().aborted) return;
    const began = performance.now();
    // Web servers stop accepting connections one after the other, the last one after `DRAIN_SECONDS`. So connections that a
    // stopping web server no longer accepts go to another web server.
    const drainSeconds = (serverSettings.DRAIN_SECONDS * (index + 1)) / count;
    const child = cluster.fork({ DRAIN_SECONDS: String(drainSeconds) });
    const own: Running = { index, child, isStarted: false, ended: waitForEnd(child) };
    running.add(own);
    onStart(child, () => {
      own.isStarted = true;
      failedStarts = 0;
    });
    void own.ended.then(({ how, ok }) => {
      running.delete(own);
      sum.end(index);
      if (!shutdownSignal().aborted) replace(own, how, began, quickEnds);
      else if (own.isStarted && !ok) process.exitCode = 1;
    });
    closeUntaken(child);
  }

  function replace(
    { index, child, isStarted }: Running,
    how: string,
    began: number,
    quickEnds: number,
  ): void {
    replaced.inc();
    const before = performance.now() - began < longRunMs ? quickEnds : 0;
    const restartMs = Math.min(longestDelayMs, firstDelayMs * 2 ** before);
    logger.error({ ended: child.process.pid, how, restartMs }, 'process ended by itself');
    if (!isStarted) failedStarts += 1;
    if (failedStarts < maxFailedStarts || [...running].some((one) => one.isStarted)) {
      setTimeout(start, restartMs, index, before + 1);
      return;
    }
    logger.fatal({ how }, 'no process starts; the log lines above give the error');
    process.exitCode = 1;
    process.kill(process.pid, 'SIGTERM');
  }

  async function stopAll(): Promise<void> {
    for (const { child, ended } of running) {
      child.process.kill('SIGTERM');
      await waitAtMost(stepMs, ended);
    }
    await Promise.all([...running].map(({ ended }) => ended));
  }

  const askAll = <Answer>(question: string, limitMs: number) =>
    Promise.all([...running].map(({ child }) => ask<Answer>(child, question, limitMs)));

  async function readAllMetrics(): Promise<string> {
    const asked = [...running];
    const snapshots = await askAll<Snapshot>('metrics', reportMs);
    for (const [i, { index }] of asked.entries()) sum.set(index, snapshots[i] ?? null);
    return sum.toText(await readMetrics());
  }

  process.once('exit', () => {
    for (const { child } of running) child.process.kill('SIGKILL');
  });
  endOnSignal(() => shutDown(stopAll), limitMs);
  await serveMetrics({
    metrics: readAllMetrics,
    readiness: async () => toReadiness(await askAll<Readiness>('readiness', reportMs)),
    isAlive: async () => (await askAll<true>('isAlive', aliveMs)).some(Boolean),
  });
  logger.info({ processes: count }, 'starting processes');
  for (let index = 0; index < count; index += 1) start(index);
}

function waitForEnd(child: Child): Promise<Ending> {
  return new Promise((resolve) => {
    child.process.once('exit', (code, signal) =>
      resolve({ how: signal ? `signal ${signal}` : `exit code ${code}`, ok: code === 0 }),
    );
    // Without this listener, a message to a process that has just ended would end this process too.
    child.on('error', (error) => {
      logger.warn({ error, of: child.process.pid }, 'could not reach a process');
      if (child.process.pid === undefined) resolve({ how: 'no process was created', ok: false });
    });
  });
}

/**
 * If a process ends before it has accepted the last connection that was given to it, closes this connection.
 * `node:cluster` never closes such a connection, so the client would wait until its own timeout.
 */
function closeUntaken({ process: child }: Child): void {
  const { send } = child;
  let last: { close: () => void } | undefined;
  child.send = (...given: unknown[]) => {
    if (given[1] && typeof given[1] === 'object') last = given[1] as typeof last;
    return send.apply(child, given as Parameters<typeof send>);
  };
  child.once('exit', () => last?.close());
}

/** Combines the readiness of all processes: the program is ready while one of them is. */
function toReadiness(all: (Readiness | null)[]): Readiness {
  const order = ['ready', 'degraded', 'not ready', 'ending'];
  const found = all.filter((one) => one !== null);
  const [best] = found.toSorted(
    (a, b) => order.indexOf(a.report.status) - order.indexOf(b.report.status),
  );
  const report = best?.report ?? { status: 'not ready', dependencies: {} };
  if (shutdownSignal().aborted) return { isReady: false, report: { ...report, status: 'ending' } };
  return { isReady: best?.isReady ?? false, report };
}
