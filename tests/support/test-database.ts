import pg from 'pg';
import { inherited } from '#scripts/environment.ts';

/**
 * The database and the Redis database of this process, which runs one test file after another. Its number is the
 * place that Vitest gives it among the processes that run at once.
 */
const { TEST_POSTGRES_URL, TEST_REDIS_URL, VITEST_POOL_ID } = inherited;
if (!TEST_POSTGRES_URL || !TEST_REDIS_URL) throw new Error('Run the tests with `npm test`.');

const name = `dakiya_test_${VITEST_POOL_ID}`;

/** The settings by which the product finds both. */
export const testDatabases = {
  DATABASE_URL: `${TEST_POSTGRES_URL}/${name}`,
  REDIS_URL: `${TEST_REDIS_URL}/${Number(VITEST_POOL_ID) % 16}`,
};

/**
 * Replaces the database by a copy of the template, which is migrated and has the plans. Connections to the
 * former one are ended by the server.
 */
export async function recreateDatabase(): Promise<void> {
  const client = new pg.Client({ connectionString: `${TEST_POSTGRES_URL}/postgres` });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${name} TEMPLATE dakiya_template`);
  await client.end();
}
