import { setMaxListeners } from 'node:events';
import { logger } from './logger.ts';

type Closer = { name: string; close: () => Promise<unknown> };

const closers: Closer[] = [];

const ending = new AbortController();
// Every stream that is open listens to it; Node would take the eleventh for a leak.
setMaxListeners(0, ending.signal);

/** Aborted when the process begins to end: what would hold a request open for long ends with it. */
export const shutdownSignal = () => ending.signal;

/** Registers what must be closed before the process ends; closed last in, first out. */
export function onShutdown(name: string, close: () => Promise<unknown>): void {
  closers.push({ name, close });
}

/** Closes all that was registered. A closer that fails is logged and does not hold up the rest. */
export async function shutDown(): Promise<void> {
  for (let closer = closers.pop(); closer; closer = closers.pop()) {
    try {
      await closer.close();
    } catch (error) {
      logger.error({ error, closing: closer.name }, 'could not close');
    }
  }
}

/**
 * Ends the process in order on SIGTERM and SIGINT, once, within `limitMs`.
 *
 * @param first what to do before the registered closers, such as to stop taking requests
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
