import { Cluster } from 'ioredis';
import { product } from '#product.ts';
import { openedAtStart } from './instance.ts';
import { openRedis } from './redis.ts';

const redis = openedAtStart(() => openRedis('commands'));

/** The beginnings of all keys that the product writes. */
const prefixes = [
  ...[`{${product.slug}-`, `${product.slug}:`, 'rl:', 'attempts:', 'ceiling:', 'shared-rate:'],
  ...['pairing:', 'pairing-decision:', 'draft:'],
];

const isOurs = (key: string) => prefixes.some((prefix) => key.startsWith(prefix));

/** Calls `work` with batches of all keys, node by node. */
async function forKeys(work: (keys: string[]) => Promise<unknown> | undefined): Promise<void> {
  const client = redis();
  for (const node of client instanceof Cluster ? client.nodes('master') : [client]) {
    let cursor = '0';
    do {
      const [next, keys] = await node.scan(cursor, 'COUNT', 1_000);
      await work(keys);
      cursor = next;
    } while (cursor !== '0');
  }
}

/**
 * Finds a key that the product did not write, which shows that another program uses this Redis database.
 *
 * @throws Error if Redis cannot be reached
 */
export async function findForeignKey(): Promise<string | null> {
  let foreign: string | null = null;
  await forKeys(async (keys) => {
    foreign ??= keys.find((key) => !isOurs(key)) ?? null;
  });
  return foreign;
}

/** Deletes all keys of the product. @returns how many */
export async function deleteOwnKeys(): Promise<number> {
  let deleted = 0;
  await forKeys(async (keys) => {
    // One by one, because the keys of a cluster's node are in several hash slots, and one command may only name keys of
    // one slot.
    for (const key of keys.filter(isOurs)) deleted += await redis().unlink(key);
  });
  return deleted;
}
