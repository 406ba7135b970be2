import { stoppablePart } from '#bench/stack/stoppable-part.ts';
import { applyMigrations } from '#scripts/migration/apply.ts';
import { startPostgres } from '#scripts/services/postgres.ts';
import { startRedis } from '#scripts/services/redis.ts';
import type { RegisterPart } from '#scripts/stack/supervise.ts';
import type { Services } from './settings.ts';

/** Starts a temporary PostgreSQL, with fsync as in production, and a temporary Redis. */
export async function startServices(register: RegisterPart): Promise<Services> {
  const options = { dataDir: '', log: () => undefined, throwaway: true };
  const postgres = await startPostgres({ ...options, sync: true });
  if (postgres.process) register(stoppablePart('PostgreSQL', postgres.process, postgres.stop));
  const redis = await startRedis(options);
  if (redis.process) register(stoppablePart('Redis', redis.process, redis.stop));
  await applyMigrations(postgres.url());
  return { DATABASE_URL: postgres.url(), REDIS_URL: redis.url };
}
