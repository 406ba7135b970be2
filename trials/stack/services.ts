import { expectedEnd } from '#bench/stack/expected-end.ts';
import { applyMigrations } from '#scripts/migration/apply.ts';
import { startPostgres } from '#scripts/services/postgres.ts';
import { startRedis } from '#scripts/services/redis.ts';
import type { Enter } from '#scripts/stack/supervise.ts';
import type { Services } from './settings.ts';

/** A PostgreSQL, synced to disk as in production, and a Redis for one trial, gone after it. */
export async function startServices(enter: Enter): Promise<Services> {
  const options = { dataDir: '', log: () => undefined, throwaway: true };
  const postgres = await startPostgres({ ...options, sync: true });
  if (postgres.process) enter(expectedEnd('PostgreSQL', postgres.process, postgres.stop));
  const redis = await startRedis(options);
  if (redis.process) enter(expectedEnd('Redis', redis.process, redis.stop));
  await applyMigrations(postgres.url());
  return { DATABASE_URL: postgres.url(), REDIS_URL: redis.url };
}
