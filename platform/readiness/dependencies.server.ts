import { coalesceCalls } from '../coalesce-calls.ts';
import { pingDatabase } from '../db.server.ts';
import { pingRedis } from '../queue.server.ts';

/** In milliseconds. A database whose connections are all busy for this long counts as down. */
const limits = { timeoutMs: 2_000, ttlMs: 1_000 };

/** Timeout of a query to a hanging database, so that the next check can run. */
const abandonMs = 5_000;

/** The dependencies of every process. Each check is shared by all callers. */
export const dependencyChecks = {
  postgres: coalesceCalls(() => succeeds(pingDatabase(abandonMs)), limits),
  redis: coalesceCalls(() => succeeds(pingRedis()), limits),
};

const succeeds = (question: Promise<unknown>) => question.then(() => true);
