import { logger } from '#platform/logger.ts';
import type { ReservedEvent } from '../queue/reserve-events.ts';

/** The shortest time between two lines about an endpoint, in milliseconds. */
const everyMs = 60_000;

/**
 * Makes the function that logs events that cannot be prepared: what is wrong with one may be wrong with all of an endpoint. A
 * line says how many there were since the one before.
 */
export function createUnpreparedLog() {
  /** By endpoint, in the order of their last lines. */
  const endpoints = new Map<string, { at: number; since: number }>();
  return (
    { id: eventId, endpointId }: Pick<ReservedEvent, 'id' | 'endpointId'>,
    error: unknown,
  ) => {
    const now = performance.now();
    const known = endpoints.get(endpointId);
    if (known && now - known.at < everyMs) {
      known.since += 1;
      return;
    }
    const count = (known?.since ?? 0) + 1;
    logger.error({ error, eventId, endpointId, count }, 'webhook events cannot be posted');
    endpoints.delete(endpointId);
    endpoints.set(endpointId, { at: now, since: 0 });
    for (const [id, { at }] of endpoints) {
      if (now - at < everyMs) break;
      endpoints.delete(id);
    }
  };
}
