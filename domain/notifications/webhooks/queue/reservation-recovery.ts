import { query } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import type { EndpointToWake } from '../jobs.ts';

/** Delay before PostgreSQL is tried again, in milliseconds. */
const databaseDelayMs = 2_000;

/** Longer than a statement runs on after its connection is lost, in milliseconds. */
const lostStatementMs = 30_000;

/** Reads the whole queue. */
const releaseUnknown = `
  UPDATE webhook_queue SET worker_id = NULL WHERE worker_id = $1 AND event_id <> ALL ($2)`;

type Options = {
  workerId: string;
  /** The events that this worker knows to have reserved. */
  known: () => string[];
  wake: (endpoint: EndpointToWake) => void;
};

/**
 * After a failure, which may hide that events were reserved, gives back those that this worker does not know of, and wakes
 * the endpoints up: soon, and once more when no statement can still be running.
 */
export function createReservationRecovery({ workerId, known, wake }: Options) {
  const endpoints = new Map<string, EndpointToWake>();
  let timer: NodeJS.Timeout | undefined;
  /** When the timer ends. */
  let dueAt = Number.POSITIVE_INFINITY;
  let stopped = false;

  /** One that comes sooner stays: failures without a pause must not put it off. */
  function recoverIn(delayMs: number, isLast: boolean): void {
    const at = performance.now() + delayMs;
    if (stopped || at >= dueAt) return;
    dueAt = at;
    clearTimeout(timer);
    timer = setTimeout(() => void recover(isLast), delayMs).unref();
  }

  async function recover(isLast: boolean): Promise<void> {
    dueAt = Number.POSITIVE_INFINITY;
    try {
      await query('release-unknown-webhook-events', releaseUnknown, [workerId, known()]);
    } catch (error) {
      logger.debug({ error }, 'PostgreSQL is still unavailable');
      recoverIn(databaseDelayMs, false);
      return;
    }
    if (!isLast) recoverIn(lostStatementMs, true);
    const woken = [...endpoints.values()];
    endpoints.clear();
    for (const endpoint of woken) wake(endpoint);
  }

  return {
    failed(endpoint: EndpointToWake, error: unknown): void {
      if (endpoints.size === 0) logger.warn({ error }, 'webhook events could not be handled');
      endpoints.set(endpoint.endpointId, endpoint);
      recoverIn(databaseDelayMs, false);
    },
    stop(): void {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
