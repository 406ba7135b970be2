import { shutdownSignal } from '../shutdown.ts';
import { dependencyChecks } from './dependencies.server.ts';

type State = 'up' | 'down';

/** Whether a process can do its work, and what is told of it: the state of each thing that it depends on. */
export type Readiness = {
  isReady: boolean;
  told: { status: 'ready' | 'not ready' | 'ending'; dependencies: Record<string, State> };
};

type Needs = {
  /** Those that it cannot do without. */
  needed: readonly string[];
  /** What this kind of process depends on beside PostgreSQL and Redis. */
  others?: Record<string, () => boolean>;
};

/** Looks at what a process depends on. One that has begun to end is not ready, whatever it could do. */
export async function checkReadiness({ needed, others = {} }: Needs): Promise<Readiness> {
  const [postgres, redis] = await Promise.all([
    dependencyChecks.postgres(),
    dependencyChecks.redis(),
  ]);
  const up: Record<string, boolean> = { postgres: postgres === true, redis: redis === true };
  for (const [name, isUp] of Object.entries(others)) up[name] = isUp();

  const ending = shutdownSignal().aborted;
  const isReady = !ending && needed.every((name) => up[name]);
  return {
    isReady,
    told: {
      status: ending ? 'ending' : isReady ? 'ready' : 'not ready',
      dependencies: Object.fromEntries(
        Object.entries(up).map(([name, isUp]) => [name, isUp ? 'up' : 'down']),
      ),
    },
  };
}

/**
 * A web is ready while it can accept: without PostgreSQL it cannot, without Redis it can (docs/decisions/001).
 */
export const checkWebReadiness = () => checkReadiness({ needed: ['postgres'] });
