import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll } from 'vitest';
import { inherited } from '#scripts/environment.ts';

/**
 * Before each test file: a database of its own, copied from the template that is migrated and has the plans, and
 * an empty Redis database, so that files know nothing of each other. `scripts/test.ts` starts the servers.
 */
const { TEST_POSTGRES_URL, TEST_REDIS_URL, VITEST_POOL_ID } = inherited;
if (!TEST_POSTGRES_URL || !TEST_REDIS_URL) throw new Error('Run the tests with `npm test`.');

const name = `dakiya_test_${randomBytes(6).toString('hex')}`;
await administer(`CREATE DATABASE ${name} TEMPLATE dakiya_template`);
process.env.DATABASE_URL = `${TEST_POSTGRES_URL}/${name}`;
process.env.REDIS_URL = `${TEST_REDIS_URL}/${Number(VITEST_POOL_ID) % 16}`;
process.env.NODE_ENV = 'test';
process.env.LOG_LEVEL = 'error';

// Only now: the settings are read when the first module that needs them is loaded.
const { flushRedis } = await import('./flush-redis.ts');
await flushRedis();

afterAll(async () => {
  const { shutDown } = await import('#platform/shutdown.ts');
  await shutDown();
  await administer(`DROP DATABASE ${name} WITH (FORCE)`);
});

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${TEST_POSTGRES_URL}/postgres` });
  await client.connect();
  await client.query(statement);
  await client.end();
}
