import { applyMigrations } from '../migration/apply.ts';
import type { Child } from '../services/child.ts';
import { startPostgres } from '../services/postgres.ts';
import { startRedis } from '../services/redis.ts';
import type { RegisterPart } from './supervise.ts';
import { printDetail, step } from './terminal.ts';

/**
 * Starts PostgreSQL and Redis on the data in a directory, and migrates the database.
 *
 * @returns the settings by which the programs find them
 */
export async function startServices(dataDir: string, enter: RegisterPart) {
  const options = { dataDir, log: printDetail };
  const postgres = await shown('PostgreSQL', () => startPostgres(options), enter);
  const redis = await shown('Redis', () => startRedis(options), enter);
  await step(
    'Migrating the database',
    () => applyMigrations(postgres.url()),
    (names) =>
      names.length > 0 ? `Database migrated: ${names.join(', ')}` : 'Database up to date',
  );
  return { DATABASE_URL: postgres.url(), REDIS_URL: redis.url };
}

type Service = { port: number; process: Child | null; stop(): Promise<unknown> };

async function shown<S extends Service>(
  name: string,
  start: () => Promise<S>,
  enter: RegisterPart,
) {
  const service = await step(`Starting ${name}`, start, ({ port }) => `${name} on port ${port}`);
  // A server that was already running is not ours to end.
  if (service.process) enter({ ...service.process, name, stop: service.stop });
  return service;
}
