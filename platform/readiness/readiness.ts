import { coalesceCalls } from '../coalesce-calls.ts';
import { pingDatabase } from '../db.ts';
import { writeToRedis } from '../redis-health.ts';
import { shutdownSignal } from '../shutdown.ts';
import { createClockCheck } from './clock-check.ts';

type State = 'up' | 'down';

/** Whether a process can do its work, with the state of each dependency. */
export type Readiness = {
  isReady: boolean;
  report: {
    /** `degraded`: it does its work, and something that it can do without is missing. */
    status: 'ready' | 'degraded' | 'not ready' | 'ending';
    dependencies: Record<string, State>;
    /** Why it is degraded. */
    reason?: string;
  };
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
  const isDegraded = isReady && redis !== true;
  const reason = typeof redis === 'string' ? redis : 'no answer';
  return {
    isReady,
    report: {
      status: ending ? 'ending' : isDegraded ? 'degraded' : isReady ? 'ready' : 'not ready',
      dependencies: Object.fromEntries(
        Object.entries(up).map(([name, isUp]) => [name, isUp ? 'up' : 'down']),
      ),
      ...(isDegraded && { reason: `Redis cannot be written to: ${reason}` }),
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
  redis: coalesceCalls(
    () =>
      writeToRedis().then(
        () => true,
        (error: Error) => toCode(error.message),
      ),
    limits,
  ),
};

const succeeds = (question: Promise<unknown>) => question.then(() => true);

/** The code in front of an error of Redis; others name hosts, which strangers need not know. */
const toCode = (message: string): string => /^[A-Z]{3,12}(?= )/.exec(message)?.[0] ?? 'no answer';
