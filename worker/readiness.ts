import type { Carrier } from '#domain/messaging/delivery/carriers/contract.ts';
import { checkReadiness, type Readiness } from '#platform/readiness/readiness.server.ts';

/** Whether a carrier has let us in; one that throttles us just now has. */
export const isBound = ({ state }: Carrier) => state === 'bound' || state === 'paused';

/** A worker is ready while it can deliver: the rows, the jobs, and a carrier to hand them to. */
export const workerReadiness = (carriers: readonly Carrier[]): Promise<Readiness> =>
  checkReadiness({
    needed: ['postgres', 'redis', 'carriers'],
    others: { carriers: () => carriers.some(isBound) },
  });
