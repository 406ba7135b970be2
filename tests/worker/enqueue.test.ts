import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { deliverMessagesJob } from '#domain/messaging/messages/jobs.ts';
import { queuePrefix } from '#platform/queue.ts';
import { startPrivateRedis } from '#scripts/services/private-redis.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { startWebProcess, stopAfterTest } from '../support/programs.ts';
import { until } from '../support/until.ts';

test('enqueues jobs again after Redis recovers', async () => {
  const server = await startPrivateRedis();
  const redis = new Redis(server.url);
  onTestFinished(async () => {
    redis.disconnect();
    await server.stop();
  });
  const [web, account] = await Promise.all([
    stopAfterTest(startWebProcess({ REDIS_URL: server.url })),
    anAccount(),
  ]);
  const call = client(web.url, account);
  const key = `${queuePrefix('messages')}:messages:${deliverMessagesJob.jobId(account)}`;

  const pid = Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1]);
  process.kill(pid, 'SIGSTOP');
  const first = await call.send('9876543210', 'While Redis says nothing');
  expect(first.status).toBe(202);
  await until('the job is given up', () =>
    web.log().some(({ msg }) => msg === 'could not enqueue job; the reconciler will retry'),
  );
  process.kill(pid, 'SIGCONT');

  const second = await call.send('9876543210', 'Well again');
  expect(second.status).toBe(202);
  await until('the job is enqueued', async () => await redis.exists(key));
});
