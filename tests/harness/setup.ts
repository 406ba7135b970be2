import { expect, vi } from 'vitest';
import { hasInstance } from '#platform/instance.ts';
import { configure } from '#platform/settings.ts';
import { resetDatabase, testDatabases } from './test-database.ts';

/**
 * Runs before each test file: restores the rows of the template database and empties the Redis database, so that files are
 * independent of each other. `scripts/test.ts` starts the servers.
 */
Object.assign(process.env, testDatabases, {
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  // The test servers that stand in for those of users listen here.
  WEBHOOK_ALLOW: '127.0.0.1',
});

// Once per process, because its files share the opened connections.
if (!hasInstance()) configure(process.env);
const { makeAuditMonths } = await import('#domain/audit/scheduled-tasks.ts');
const { makeMonths } = await import('#domain/messaging/months/maintain-months.ts');
const { getPoolState } = await import('#platform/db.ts');
const { flushRedis } = await import('./flush-redis.ts');
const { until } = await import('./until.ts');

await resetDatabase(async () => {
  // The previous file may have left connections in the pool that the server has closed.
  await until('the pool has dropped lost connections', () => getPoolState().total === 0);
  // Otherwise a worker or the first event of the audit trail would create the partitions of months, which would change
  // definitions and make the database unusable for the next file.
  await makeMonths();
  await makeAuditMonths();
});
await flushRedis();

// The previous file in this process may have set this variable.
expect.setState({ currentTestName: undefined });
vi.restoreAllMocks();
vi.useRealTimers();
