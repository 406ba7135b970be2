import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PrivateRedis, startPrivateRedis } from './private-redis.ts';

let server: PrivateRedis;
beforeAll(async () => {
  server = await startPrivateRedis();
});
afterAll(() => server.stop());

async function withClient<T>(work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(server.url);
  try {
    return await work(client);
  } finally {
    client.disconnect();
  }
}

test('a full Redis rejects writes and evicts no keys, because queues require this', async () => {
  const [, policy] = await withClient((client) => client.config('GET', 'maxmemory-policy'));

  expect(policy).toBe('noeviction');
});

test('Redis keeps its data when killed and restarted, and loses all data when emptied', async () => {
  await withClient((client) => client.set('job', '1'));

  await server.kill();
  await server.start();
  expect(await withClient((client) => client.get('job'))).toBe('1');

  await server.empty();
  expect(await withClient((client) => client.get('job'))).toBeNull();
});
