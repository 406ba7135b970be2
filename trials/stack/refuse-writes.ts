import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { PrivateRedis } from '#scripts/services/private-redis.ts';
import { until } from '../until.ts';

/** Its disk is full, its memory is, or it has become the replica of another. */
export type RedisRefusal = 'MISCONF' | 'OOM' | 'READONLY';

/** Has a Redis refuse writes while it reads on, as Redis itself does; null ends that. */
export async function refuseWrites(
  { url, folder }: Pick<PrivateRedis, 'url' | 'folder'>,
  why: RedisRefusal | null,
): Promise<void> {
  const redis = new Redis(url);
  // A folder is where its file should be: saving fails, as with a full disk.
  const snapshot = join(folder, 'dump.rdb');
  const save = (result: 'ok' | 'err') =>
    until(`the last snapshot is ${result}`, async () => {
      const info = await redis.info('persistence');
      if (info.includes(`rdb_last_bgsave_status:${result}`)) return true;
      // One that is running refuses another.
      await redis.bgsave().catch(() => undefined);
      return false;
    });
  try {
    if (why === 'MISCONF') {
      await rm(snapshot, { force: true });
      await mkdir(snapshot);
      await redis.config('SET', 'save', '3600 1');
      await save('err');
    } else if (why === 'OOM') await redis.config('SET', 'maxmemory', '1');
    else if (why === 'READONLY') await redis.replicaof('127.0.0.1', 1);
    else {
      await rm(snapshot, { recursive: true, force: true });
      await save('ok');
      await redis.config('SET', 'save', '');
      await redis.replicaof('NO', 'ONE');
      await redis.config('SET', 'maxmemory', '0');
    }
  } finally {
    redis.disconnect();
  }
}

/** Removes all data of a Redis that goes on running. */
export async function flushRedis({ url }: Pick<PrivateRedis, 'url'>): Promise<void> {
  const redis = new Redis(url);
  try {
    await redis.flushall();
  } finally {
    redis.disconnect();
  }
}
