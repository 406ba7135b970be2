import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import type { Child } from '#scripts/services/child.ts';
import type { PrivateRedis } from '#scripts/services/private-redis.ts';
import { findRedis, serveRedis } from '#scripts/services/redis.ts';
import { until } from './until.ts';

/** A Redis Cluster of local servers, each of which can be stopped. */
export type RedisCluster = {
  /** The masters' addresses, in the form of `REDIS_URL`. */
  url: string;
  /** Kills a node. The nodes are numbered from 0: first the masters, then the replica of each master. */
  kill(node: number): Promise<void>;
  /** Starts a killed node again with its data, on the same port. */
  start(node: number): Promise<void>;
  /** Waits until every node reports that every slot is served. */
  untilComplete(): Promise<unknown>;
  stop(): Promise<void>;
};

/** How long a change of state may take, in milliseconds. */
const limitMs = 60_000;

const masters = 3;
const slots = 16_384;

type Node = { port: number; bus: number; folder: string; child: Child | null; password: string };

/**
 * Starts a cluster of three masters that share the slots. It needs Redis 7 or newer.
 *
 * @param replicas whether each master has a replica, which takes over when the master is down
 * @param password of clients and nodes; none by default
 */
export async function startRedisCluster({
  replicas = false,
  password = '',
} = {}): Promise<RedisCluster> {
  const command = await findRedis();
  const nodes: Node[] = [];
  for (let i = 0; i < (replicas ? 2 : 1) * masters; i += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'dakiya-redis-'));
    nodes.push({ port: await freePort(), bus: await freePort(), folder, child: null, password });
  }
  const node = (at: number) => nodes[at] as Node;
  const start = async (at: number) => {
    const { port, bus, folder } = node(at);
    const own = [
      ...['--cluster-enabled', 'yes', '--cluster-port', `${bus}`],
      // A busy machine may delay a node by a second, which must not count as a failure of that node.
      ...['--cluster-node-timeout', '2000'],
      ...(password ? ['--requirepass', password, '--masterauth', password] : []),
    ];
    node(at).child ??= await serveRedis({ command, folder, port, more: own });
  };
  const kill = async (at: number) => {
    await node(at).child?.stop('SIGKILL');
    node(at).child = null;
  };
  const untilComplete = () =>
    until(
      'the cluster is complete',
      async () => {
        const states = await Promise.all(nodes.map((one) => ask(one, 'INFO')));
        return states.every((state) => String(state).includes('cluster_state:ok'));
      },
      limitMs,
    );
  const stop = async () => {
    await Promise.all(nodes.map((_, at) => kill(at)));
    for (const { folder } of nodes) await rm(folder, { recursive: true, force: true });
  };

  try {
    await Promise.all(nodes.map((_, at) => start(at)));
    await joinNodes(nodes);
    await untilComplete();
  } catch (error) {
    await stop();
    throw error;
  }
  const access = password && `:${encodeURIComponent(password)}@`;
  const url = nodes.slice(0, masters).map(({ port }) => `redis://${access}127.0.0.1:${port}`);
  return { url: url.join(','), kill, start, untilComplete, stop };
}

/** Assigns the slots, and joins the nodes to a cluster. */
async function joinNodes(nodes: Node[]): Promise<void> {
  const [first] = nodes as [Node];
  for (const [i, one] of nodes.entries()) {
    if (i < masters) {
      const from = Math.floor((slots * i) / masters);
      const to = Math.floor((slots * (i + 1)) / masters) - 1;
      await ask(one, 'ADDSLOTSRANGE', from, to);
    }
    // Each node needs a different epoch. With equal epochs, the nodes would first have to resolve the conflict.
    await ask(one, 'SET-CONFIG-EPOCH', i + 1);
    if (one !== first) await ask(one, 'MEET', '127.0.0.1', first.port, first.bus);
  }
  await until(
    'all nodes know each other',
    async () => {
      const known = await Promise.all(nodes.map((one) => ask(one, 'INFO')));
      return known.every((info) => String(info).includes(`cluster_known_nodes:${nodes.length}`));
    },
    limitMs,
  );
  for (const [i, replica] of nodes.slice(masters).entries()) {
    await ask(replica, 'REPLICATE', String(await ask(nodes[i] as Node, 'MYID')));
  }
}

/** Runs a `CLUSTER` command on a node. */
async function ask({ port, password }: Node, ...command: (string | number)[]): Promise<unknown> {
  const redis = new Redis(port, '127.0.0.1', {
    lazyConnect: true,
    retryStrategy: () => null,
    ...(password && { password }),
  });
  try {
    await redis.connect();
    return await redis.call('CLUSTER', ...command);
  } finally {
    redis.disconnect();
  }
}

/** Why Redis rejects writes: the disk is full, the memory is full, or the server has become a replica. */
export type RedisRefusal = 'MISCONF' | 'OOM' | 'READONLY';

/**
 * Makes Redis reject writes but serve reads, as it does for this reason in production; null makes it accept writes
 * again.
 */
export async function refuseWrites(
  { url, folder }: Pick<PrivateRedis, 'url' | 'folder'>,
  why: RedisRefusal | null,
): Promise<void> {
  const redis = new Redis(url);
  // A folder at the snapshot's path makes saving fail, like a full disk.
  const snapshot = join(folder, 'dump.rdb');
  const save = (result: 'ok' | 'err') =>
    until(
      `the last snapshot is ${result}`,
      async () => {
        const info = await redis.info('persistence');
        if (info.includes(`rdb_last_bgsave_status:${result}`)) return true;
        // Redis rejects a second save while one is running.
        await redis.bgsave().catch(() => undefined);
        return false;
      },
      limitMs,
    );
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

/** Removes all data of a running Redis. */
export async function emptyRedis({ url }: Pick<PrivateRedis, 'url'>): Promise<void> {
  const redis = new Redis(url);
  try {
    await redis.flushall();
  } finally {
    redis.disconnect();
  }
}
