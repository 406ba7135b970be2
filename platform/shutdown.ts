import { setMaxListeners } from 'node:events';
import { logger } from './logger.ts';

type Closer = { name: string; close: () => Promise<unknown> };

const closers: Closer[] = [];

const ending = new AbortController();
// Every open stream listens to it; Node would warn of a leak at the eleventh listener.
setMaxListeners(0, ending.signal);

/** Aborted when the process begins to shut down, to end long-lived requests. */
export const shutdownSignal = () => ending.signal;

/** Registers a resource to close at shutdown; last in, first out. */
export function onShutdown(name: string, close: () => Promise<unknown>): void {
  closers.push({ name, close });
}

/** Closes all registered resources. A failing one is logged and does not stop the others. */
export async function shutDown(): Promise<void> {
  for (let closer = closers.pop(); closer; closer = closers.pop()) {
    try {
      await closer.close();
    } catch (error) {
      logger.error({ error, closing: closer.name }, 'could not close a resource at shutdown');
    }
  }
}

/**
 * Shuts the process down on SIGTERM and SIGINT, once, within `limitMs`.
 *
 * @param first runs before the registered closers, for example to stop accepting requests
 */
export function shutDownOnSignal(first: () => Promise<void>, limitMs = 9_000): void {
  const end = async (signal: string) => {
    if (ending.signal.aborted) return;
    logger.info({ signal }, 'shutting down');
    ending.abort();
    setTimeout(() => {
      logger.fatal('shutdown took too long');
      process.exit(1);
    }, limitMs).unref();
    try {
      await first();
    } catch (error) {
      logger.error({ error }, 'graceful shutdown failed');
    }
    await shutDown();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(signal));
}
