import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { PrivateRedis } from '#scripts/services/private-redis.ts';
import { until } from './until.ts';

/** Its disk is full, its memory is, or it has become the replica of another. */
export type RedisRefusal = 'MISCONF' | 'OOM' | 'READONLY';

/** Has a Redis refuse writes while it reads on, as Redis itself does; null ends that. */
export async function refuseWrites(
  { url, folder }: PrivateRedis,
  why: RedisRefusal | null,
): Promise<void> {
  const redis = new Redis(url);
  // A folder is where its file should be: saving fails, as with a full disk.
  const snapshot = join(folder, 'dump.rdb');
  if (why === 'MISCONF') {
    await rm(snapshot, { force: true });
    await mkdir(snapshot);
    await redis.config('SET', 'save', '3600 1');
    await redis.bgsave();
    await until('it has failed to save', async () =>
      (await redis.info('persistence')).includes('rdb_last_bgsave_status:err'),
    );
  } else if (why === 'OOM') await redis.config('SET', 'maxmemory', '1');
  else if (why === 'READONLY') await redis.replicaof('127.0.0.1', 1);
  else {
    await rm(snapshot, { recursive: true, force: true });
    await redis.replicaof('NO', 'ONE');
    await redis.config('SET', 'maxmemory', '0');
    await redis.config('SET', 'stop-writes-on-bgsave-error', 'no');
  }
  redis.disconnect();
}
