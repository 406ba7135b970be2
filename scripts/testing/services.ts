import { inherited } from '../environment.ts';
import { applyMigrations } from '../migration/apply.ts';
import { root } from '../root.ts';
import { startPostgres } from '../services/postgres.ts';
import { startRedis } from '../services/redis.ts';
import { runToEnd } from '../services/run-to-end.ts';
import type { Enter } from '../stack/supervise.ts';
import { detail, step } from '../stack/terminal.ts';

/**
 * Starts a PostgreSQL and a Redis for one run of the tests, and makes the database
 * `dakiya_template`, with the plans in it, which each test file copies.
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
  await step('Making a database to copy', async () => {
    const url = postgres.url('dakiya_template');
    await applyMigrations(url);
    await seed(url);
  });
  return {
    TEST_POSTGRES_URL: postgres.url('x').replace(/\/x$/, ''),
    TEST_REDIS_URL: redis.url,
  };
}

/** In a process of its own: it reads its settings when it is loaded. */
async function seed(databaseUrl: string): Promise<void> {
  const args = ['--import', 'tsx', 'prisma/seed.ts'];
  const env = { ...inherited, NODE_ENV: 'test', LOG_LEVEL: 'error', DATABASE_URL: databaseUrl };
  await runToEnd({ name: 'seed', command: process.execPath, args, cwd: root, env, onLine: detail });
}
