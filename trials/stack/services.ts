import { stoppablePart } from '#bench/stack/stoppable-part.ts';
import { applyMigrations } from '#scripts/migration/apply.ts';
import { startPostgres } from '#scripts/services/postgres.ts';
import { startRedis } from '#scripts/services/redis.ts';
import type { RegisterPart } from '#scripts/stack/supervise.ts';
import type { Services } from './settings.ts';

/** A PostgreSQL, synced to disk as in production, and a Redis for one trial, gone after it. */
export async function startServices(enter: RegisterPart): Promise<Services> {
  const options = { dataDir: '', log: () => undefined, throwaway: true };
  const postgres = await startPostgres({ ...options, sync: true });
  if (postgres.process) enter(stoppablePart('PostgreSQL', postgres.process, postgres.stop));
  const redis = await startRedis(options);
  if (redis.process) enter(stoppablePart('Redis', redis.process, redis.stop));
  await applyMigrations(postgres.url());
  return { DATABASE_URL: postgres.url(), REDIS_URL: redis.url };
}
