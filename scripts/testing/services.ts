import pg from 'pg';
import { inherited } from '../environment.ts';
import { applyMigrations } from '../migration/apply.ts';
import { root } from '../root.ts';
import { runCommand } from '../services/child.ts';
import { startPostgres } from '../services/postgres.ts';
import { startRedis } from '../services/redis.ts';
import type { RegisterPart } from '../stack/supervise.ts';
import { printDetail, step } from '../stack/terminal.ts';
import { createMigratedCluster } from './migrated-cluster.ts';

/** The database that each test file copies. */
const template = 'dakiya_template';

/**
 * Starts PostgreSQL and Redis for one test run, or uses the servers of TEST_POSTGRES_URL and TEST_REDIS_URL. Creates
 * the database `dakiya_template`, which contains the plans and which each test file copies.
 *
 * @returns the settings with the addresses of both servers. TEST_POSTGRES_URL has no database name and no slash before
 *   it, and its user may create databases
 */
export async function startTestServices(enter: RegisterPart) {
  const postgresUrl = inherited.TEST_POSTGRES_URL ?? (await startOwnPostgres(enter));
  const redisUrl = inherited.TEST_REDIS_URL ?? (await startOwnRedis(enter));
  await step('Making a database to copy', async () => {
    const url = `${postgresUrl}/${template}`;
    await (inherited.TEST_POSTGRES_URL ? dropTemplate(postgresUrl) : renameTemplate(postgresUrl));
    await applyMigrations(url);
    await seed(url);
  });
  return { TEST_POSTGRES_URL: postgresUrl, TEST_REDIS_URL: redisUrl };
}

const options = { dataDir: '', log: printDetail, throwaway: true };

async function startOwnPostgres(enter: RegisterPart): Promise<string> {
  const postgres = await step('Starting PostgreSQL', () =>
    startPostgres({ ...options, createCluster: createMigratedCluster }),
  );
  if (postgres.process) enter({ ...postgres.process, name: 'PostgreSQL', stop: postgres.stop });
  return postgres.url('x').replace(/\/x$/, '');
}

async function startOwnRedis(enter: RegisterPart): Promise<string> {
  const redis = await step('Starting Redis', () => startRedis(options));
  if (redis.process) enter({ ...redis.process, name: 'Redis', stop: redis.stop });
  return redis.url;
}

/** Renames the migrated database of the cluster, which becomes the template. */
const renameTemplate = (postgresUrl: string) =>
  askPostgres(postgresUrl, `ALTER DATABASE dakiya RENAME TO ${template}`);

/** On a server that we did not start, drops the template of an earlier run. */
const dropTemplate = (postgresUrl: string) =>
  askPostgres(postgresUrl, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);

async function askPostgres(postgresUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${postgresUrl}/postgres` });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** Runs the seed in a separate process, because the seed reads its settings when it is loaded. */
async function seed(databaseUrl: string): Promise<void> {
  const args = ['--import', 'tsx', 'prisma/seed.ts'];
  const env = { ...inherited, NODE_ENV: 'test', LOG_LEVEL: 'error', DATABASE_URL: databaseUrl };
  await runCommand({
    name: 'seed',
    command: process.execPath,
    args,
    cwd: root,
    env,
    onLine: printDetail,
  });
}
