import { setMaxListeners } from 'node:events';
import { perInstance } from './instance.ts';
import { logger } from './logger.ts';

type Closer = { name: string; close: () => Promise<unknown> };

/** The resources that an instance closes when it ends. */
const closing = perInstance(() => {
  const ending = new AbortController();
  // Every open stream listens to it; Node would warn of a leak at the eleventh listener.
  setMaxListeners(0, ending.signal);
  return { closers: [] as Closer[], ending, ended: null as Promise<void> | null };
});

/** Aborted when the instance begins to shut down, to end long-lived requests. */
export const shutdownSignal = () => closing().ending.signal;

/** Registers a resource to close at shutdown; last in, first out. */
export function onShutdown(name: string, close: () => Promise<unknown>): void {
  closing().closers.push({ name, close });
}

/** Background work for which shutdown waits. @param name names the work */
export function backgroundWork(name: string) {
  const running = perInstance(() => {
    const promises = new Set<Promise<unknown>>();
    onShutdown(name, () => Promise.all(promises));
    return promises;
  });
  /** @param work must not reject */
  return (work: Promise<unknown>): void => {
    const promises = running();
    const done = work.finally(() => promises.delete(done));
    promises.add(done);
  };
}

/**
 * Shuts the instance down; further calls return the same promise. It aborts the ending signal, runs `first`, and closes all
 * registered resources. A failure is logged and does not stop the other steps.
 *
 * @param first for example to stop accepting requests
 */
export function shutDown(first: () => Promise<void> = async () => undefined): Promise<void> {
  const own = closing();
  own.ended ??= closeAll(first);
  return own.ended;
}

async function closeAll(first: () => Promise<void>): Promise<void> {
  const { closers, ending } = closing();
  ending.abort();
  try {
    await first();
  } catch (error) {
    logger.error({ error }, 'graceful shutdown failed');
  }
  for (let closer = closers.pop(); closer; closer = closers.pop()) {
    try {
      await closer.close();
    } catch (error) {
      logger.error({ error, closing: closer.name }, 'could not close a resource at shutdown');
    }
  }
}

/** Ends the process on SIGTERM and SIGINT after `stop` has resolved, at the latest after `limitMs`. */
export function endOnSignal(stop: () => Promise<void>, limitMs = 9_000): void {
  const end = async (signal: string) => {
    if (shutdownSignal().aborted) return;
    logger.info({ signal }, 'shutting down');
    setTimeout(() => {
      logger.fatal('shutdown took too long');
      process.exit(1);
    }, limitMs).unref();
    await stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(signal));
}
