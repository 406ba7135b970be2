import { setTimeout as pause } from 'node:timers/promises';
import { Queue, Worker } from 'bullmq';
import { expect, onTestFinished, test } from 'vitest';
import { openRedis } from '#platform/redis.ts';
import { startRedisCluster } from '../harness/redis-servers.ts';
import { until } from '../harness/until.ts';

/** Keys and queues that are spread over all nodes. */
const keys = Array.from({ length: 30 }, (_, i) => `key ${i}`);
const queues = keys.slice(0, 6).map((_, i) => ({ name: `queue-${i}`, prefix: `{queue-${i}}` }));

/**
 * How long the outage lasts, in milliseconds. An idle BullMQ worker waits for a shorter time before it reconnects, so
 * it tries to reconnect both during and after the outage.
 */
const outageMs = 8_000;

test('while one node of a cluster is down, commands to this node fail at once, and idle workers reconnect when the node is back', async () => {
  const cluster = await startRedisCluster({ password: 'p@ss:word' });
  onTestFinished(cluster.stop);
  const done: string[] = [];
  const workers = queues.map(({ name, prefix }) => {
    const connection = openRedis('jobs', cluster.url);
    const note = async () => void done.push(name);
    const worker = new Worker(name, note, { connection, prefix, runRetryDelay: 100 });
    // Errors during the outage are expected; the test checks that the worker recovers.
    return worker.on('error', () => undefined);
  });
  const commands = openRedis('commands', cluster.url);
  const set = () => Promise.allSettled(keys.map((key) => commands.set(key, '1')));
  const allSet = async () => (await set()).every(({ status }) => status === 'fulfilled');
  await Promise.all(workers.map((worker) => worker.waitUntilReady()));
  await until('every key is there', allSet);

  await cluster.kill(1);
  const began = performance.now();
  const outcomes = await set();
  // The commands usually fail within half a second, but take longer on a busy machine.
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true);
  await pause(outageMs);
  await cluster.start(1);
  await cluster.untilComplete();

  await until('every key is there again', allSet);
  for (const { name, prefix } of queues) {
    const queue = new Queue(name, { connection: commands, prefix });
    await queue.add('one', {});
    await queue.close();
  }
  await until('every queue is worked on', () => done.length === queues.length);
  await Promise.all(workers.map((worker) => worker.close()));
});
