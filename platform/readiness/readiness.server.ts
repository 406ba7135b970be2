import { coalesceCalls } from '../coalesce-calls.ts';
import { pingDatabase } from '../db.server.ts';
import { pingRedis } from '../queue.server.ts';
import { shutdownSignal } from '../shutdown.ts';
import { createClockCheck } from './clock-check.ts';

type State = 'up' | 'down';

/** Whether a process can do its work, with the state of each dependency. */
export type Readiness = {
  isReady: boolean;
  report: { status: 'ready' | 'not ready' | 'ending'; dependencies: Record<string, State> };
};

type Needs = {
  /** Dependencies without which it is not ready. */
  needed: readonly string[];
  /** Further dependencies besides PostgreSQL and Redis. */
  others?: Record<string, () => boolean>;
};

/** Checks a process's dependencies. A process that is shutting down is never ready. */
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
    report: {
      status: ending ? 'ending' : isReady ? 'ready' : 'not ready',
      dependencies: Object.fromEntries(
        Object.entries(up).map(([name, isUp]) => [name, isUp ? 'up' : 'down']),
      ),
    },
  };
}

const clockCheck = createClockCheck();

/**
 * A web process is ready while it can accept messages: it needs PostgreSQL, but not Redis
 * (docs/decisions/001). And a clock that agrees with PostgreSQL's.
 */
export const checkWebReadiness = () =>
  checkReadiness({ needed: ['postgres', 'clock'], others: { clock: clockCheck.isRight } });

/** In milliseconds. A database whose connections are all busy for this long counts as down. */
const limits = { timeoutMs: 2_000, ttlMs: 1_000 };

/** Timeout of a query to a hanging database, so that the next check can run. */
const abandonMs = 5_000;

/** The dependencies of every process. Each check is shared by all callers. */
export const dependencyChecks = {
  postgres: coalesceCalls(
    () => succeeds(pingDatabase(abandonMs).then((aheadMs) => clockCheck.found(aheadMs))),
    limits,
  ),
  redis: coalesceCalls(() => succeeds(pingRedis()), limits),
};

const succeeds = (question: Promise<unknown>) => question.then(() => true);
