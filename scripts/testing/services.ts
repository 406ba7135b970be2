import { applyMigrations } from '../migration/apply.ts';
import { startPostgres } from '../services/postgres.ts';
import { startRedis } from '../services/redis.ts';
import type { Enter } from '../stack/supervise.ts';
import { detail, step } from '../stack/terminal.ts';

/**
 * Starts a PostgreSQL and a Redis for one run of the tests, and makes the database
 * `dakiya_template`, which each test worker copies.
 *
 * @returns the settings by which tests find them: TEST_POSTGRES_URL ends before the slash and the
 *   database's name
 */
export async function startTestServices(enter: Enter) {
  const options = { dataDir: '', log: detail, throwaway: true };
  const postgres = await step('Starting PostgreSQL', () => startPostgres(options));
  if (postgres.process) enter({ ...postgres.process, name: 'PostgreSQL', stop: postgres.stop });
  const redis = await step('Starting Redis', () => startRedis(options));
  if (redis.process) enter({ ...redis.process, name: 'Redis', stop: redis.stop });
  await step('Migrating a database to copy', () =>
    applyMigrations(postgres.url('dakiya_template')),
  );
  return {
    TEST_POSTGRES_URL: postgres.url('x').replace(/\/x$/, ''),
    TEST_REDIS_URL: redis.url,
  };
}
