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
  // Webhooks may be posted to this address, because the test servers that replace the servers of users listen on it.
  WEBHOOK_ALLOW: '127.0.0.1',
});

// Only the first test file of a process sets the settings, because all files of the process share the opened
// connections.
if (!hasInstance()) configure(process.env);
const { flushRedis } = await import('./flush-redis.ts');

await resetDatabase();
await flushRedis();

// The previous file in this process may have set this variable.
expect.setState({ currentTestName: undefined });
vi.restoreAllMocks();
vi.useRealTimers();
