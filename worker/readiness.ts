import type { Carrier } from '#domain/messaging/delivery/carriers/contract.ts';
import { checkReadiness, type Readiness } from '#platform/readiness/readiness.server.ts';

/** Whether a carrier is bound, throttling or not. */
export const isBound = ({ state }: Carrier) => state === 'bound' || state === 'paused';

/** A worker is ready while it can deliver: it needs PostgreSQL, Redis and a bound carrier. */
export const workerReadiness = (carriers: readonly Carrier[]): Promise<Readiness> =>
  checkReadiness({
    needed: ['postgres', 'redis', 'carriers'],
    others: { carriers: () => carriers.some(isBound) },
  });
