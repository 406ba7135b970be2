import { expect, vi } from 'vitest';
import { recreateDatabase, testDatabases } from './test-database.ts';

/**
 * Before each test file: a new copy of the template database and an empty Redis database, so that files know
 * nothing of each other. `scripts/test.ts` starts the servers.
 */
Object.assign(process.env, testDatabases, {
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  // Where the servers are that stand in for those of users.
  WEBHOOK_ALLOW: '127.0.0.1',
});
await recreateDatabase();

// Only now: the settings are read when the first module that needs them is loaded.
const { getPoolState } = await import('#platform/db.ts');
const { flushRedis } = await import('./flush-redis.ts');
const { until } = await import('./until.ts');

// The file before may have left connections in the pool, which the server has ended.
await until('the pool has dropped lost connections', () => getPoolState().total === 0);
await flushRedis();

// What the file before may have left in this process.
expect.setState({ currentTestName: undefined });
vi.restoreAllMocks();
vi.useRealTimers();
