import { coalesceCalls } from '../coalesce-calls.ts';
import { pingDatabase } from '../db.server.ts';
import { pingRedis } from '../queue.server.ts';

/** In milliseconds. A database whose connections are all at work for so long is no better than one that is away. */
const limits = { limitMs: 2_000, freshMs: 1_000 };

/** When a question to a database that hangs is given up, so that another can be asked. */
const abandonMs = 5_000;

/** What every process needs or uses, and whether it answers. One check for all who ask, see there. */
export const dependencyChecks = {
  postgres: coalesceCalls(() => answers(pingDatabase(abandonMs)), limits),
  redis: coalesceCalls(() => answers(pingRedis()), limits),
};

/** Whatever the answer is. */
const answers = (question: Promise<unknown>) => question.then(() => true);
