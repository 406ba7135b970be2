import { expect, vi } from 'vitest';
import { hasInstance } from '#platform/instance.ts';
import { configure } from '#platform/settings.ts';
import { resetDatabase, testDatabases } from './test-database.ts';

/**
 * Before each test file: the rows of the template database and an empty Redis database, so that files know nothing of
 * each other. `scripts/test.ts` starts the servers.
 */
Object.assign(process.env, testDatabases, {
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  // Where the servers are that stand in for those of users.
  WEBHOOK_ALLOW: '127.0.0.1',
});

// Only now: the files that this process runs share what it has opened.
if (!hasInstance()) configure(process.env);
const { makeMonths } = await import('#domain/messaging/months/maintain-months.ts');
const { getPoolState } = await import('#platform/db.ts');
const { flushRedis } = await import('./flush-redis.ts');
const { until } = await import('./until.ts');

await resetDatabase(async () => {
  // The file before may have left connections in the pool, which the server has ended.
  await until('the pool has dropped lost connections', () => getPoolState().total === 0);
  // Each worker would make them, and so change the definitions.
  await makeMonths();
});
await flushRedis();

// What the file before may have left in this process.
expect.setState({ currentTestName: undefined });
vi.restoreAllMocks();
vi.useRealTimers();
