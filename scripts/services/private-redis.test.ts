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

test('rejects writes instead of evicting keys, as queues require', async () => {
  const [, policy] = await withClient((client) => client.config('GET', 'maxmemory-policy'));

  expect(policy).toBe('noeviction');
});

test('keeps its data through a stop, and loses all of it when emptied', async () => {
  await withClient((client) => client.set('job', '1'));

  await server.kill();
  await server.start();
  expect(await withClient((client) => client.get('job'))).toBe('1');

  await server.empty();
  expect(await withClient((client) => client.get('job'))).toBeNull();
});
