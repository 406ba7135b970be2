import { setTimeout as pause } from 'node:timers/promises';
import { pingDatabase } from '../db.ts';
import { ofInstance } from '../instance.ts';
import { logger } from '../logger.ts';
import { coalesceCalls } from '../promises.ts';
import { writeToRedis } from '../redis-health.ts';
import { shutdownSignal } from '../shutdown.ts';

type State = 'up' | 'down';

/** Whether a process can do its work, with the state of each dependency. */
export type Readiness = {
  isReady: boolean;
  report: {
    /** `degraded`: the process does its work, but an optional dependency is missing. */
    status: 'ready' | 'degraded' | 'not ready' | 'ending';
    dependencies: Record<string, State>;
    /** Why the process is degraded. */
    reason?: string;
  };
};

type Needs = {
  /** Dependencies that readiness requires. */
  needed: readonly string[];
  /** Checks of further dependencies besides PostgreSQL and Redis, by name. */
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

/**
 * Maximum difference of clocks, in milliseconds. Clocks that are synchronized over the network differ by a few milliseconds at
 * most; with a wrong time zone they differ by half an hour or more.
 */
const toleratedMs = 60_000;

/**
 * Compares this process's clock with PostgreSQL's. With a wrong clock, a web server's ids, times and limits would be
 * inconsistent with those of other processes.
 */
function createClockCheck() {
  let isRight = true;
  return {
    /** The result of the last comparison; true before the first comparison. */
    isRight: (): boolean => isRight,

    /** @param aheadMs milliseconds by which this process's clock is ahead of PostgreSQL's */
    found(aheadMs: number): void {
      const wasRight = isRight;
      isRight = Math.abs(aheadMs) <= toleratedMs;
      if (isRight === wasRight) return;
      const fields = { aheadSeconds: Math.round(aheadMs / 1_000) };
      if (isRight) logger.info(fields, 'the clock agrees with that of PostgreSQL again');
      else logger.error(fields, 'the clock differs from that of PostgreSQL by more than a minute');
    },
  };
}

const clockCheck = ofInstance(createClockCheck);

/**
 * A web server is ready while it can accept messages: it needs PostgreSQL but not Redis (docs/decisions/001), and its clock
 * must agree with PostgreSQL's.
 */
export const checkWebReadiness = () =>
  checkReadiness({ needed: ['postgres', 'clock'], others: { clock: () => clockCheck.isRight() } });

/**
 * The limits of a check, in milliseconds. If all connections to the database are busy for `timeoutMs`, the database counts as
 * down.
 */
const limits = { timeoutMs: 2_000, ttlMs: 1_000 };

/** The time after which a query to a hanging database is abandoned, in milliseconds, so that the next check can run. */
const abandonMs = 5_000;

/** The dependencies of every process. Each check is shared by all callers. */
export const dependencyChecks = ofInstance(() => ({
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
}));

const succeeds = (question: Promise<unknown>) => question.then(() => true);

/**
 * Returns the code at the start of a Redis error. Other text is not shown, because it contains host names, which must not be
 * public.
 */
const toCode = (message: string): string => /^[A-Z]{3,12}(?= )/.exec(message)?.[0] ?? 'no answer';

/** `everyMs` is the interval between attempts, and `limitMs` the timeout of one attempt, in milliseconds. */
const everyMs = 1_000;
const limitMs = 5_000;

/** Only one in this many failures is logged. */
const logEvery = 10;

/**
 * Waits without a time limit until PostgreSQL responds, and logs why it does not. After a power cut, PostgreSQL may take
 * minutes to recover, and if this process exited, it would only be restarted again and again.
 *
 * @returns false if the process shuts down first
 */
export async function waitForDatabase(ending: AbortSignal): Promise<boolean> {
  for (let attempts = 0; !ending.aborted; attempts += 1) {
    try {
      await pingDatabase(limitMs);
      return true;
    } catch (error) {
      if (attempts % logEvery === 0) logger.warn({ error }, 'waiting for PostgreSQL');
    }
    await pause(everyMs, undefined, { signal: ending }).catch(() => undefined);
  }
  return false;
}
