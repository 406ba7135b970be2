import { setMaxListeners } from 'node:events';
import { perInstance } from './instance.ts';
import { logger } from './logger.ts';

type Closer = { name: string; close: () => Promise<unknown> };

const closing = perInstance(() => {
  const ending = new AbortController();
  // Any number of listeners is allowed: every open stream listens to this signal, and by default Node warns about a
  // leak at the eleventh listener.
  setMaxListeners(0, ending.signal);
  return { closers: [] as Closer[], ending, ended: null as Promise<void> | null };
});

/** Returns the signal that aborts when the instance begins to shut down. Long-lived requests end when this signal aborts. */
export const shutdownSignal = () => closing().ending.signal;

/** Registers a resource to close at shutdown. The resource that was registered last is closed first. */
export function onShutdown(name: string, close: () => Promise<unknown>): void {
  closing().closers.push({ name, close });
}

/** Creates a function that takes background work, for which shutdown waits. @param name the name of the work in the log */
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
 * Shuts the instance down; further calls return the same promise. It aborts the signal of `shutdownSignal`, runs `first`,
 * and closes all registered resources. If a step fails, this is logged, and the other steps still run.
 *
 * @param first runs before resources are closed, for example to stop accepting requests
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

/**
 * After SIGTERM or SIGINT, calls `stop`, and ends the process when `stop` has resolved, at the latest after `limitMs`
 * milliseconds. The exit code is `process.exitCode`, by default 0, or 1 at the limit.
 */
export function endOnSignal(stop: () => Promise<void>, limitMs = 9_000): void {
  const end = async (signal: string) => {
    if (shutdownSignal().aborted) return;
    logger.info({ signal }, 'shutting down');
    setTimeout(() => {
      logger.fatal('shutdown took too long');
      process.exit(1);
    }, limitMs).unref();
    await stop();
    process.exit();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(signal));
}
