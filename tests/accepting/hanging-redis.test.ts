import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { deliverMessagesJob } from '#domain/messaging/jobs.ts';
import { queuePrefix } from '#platform/queue.ts';
import { startPrivateRedis } from '#scripts/services/private-redis.ts';
import { startWebProcess, stopAfterTest } from '../harness/programs.ts';
import { until } from '../harness/until.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';

/** A call that ends within this time has not waited for a Redis command to time out. In milliseconds. */
const quickMs = 400;

test('while Redis hangs, the web server accepts calls without waiting and logs the cause; afterwards it resumes enqueuing jobs', async () => {
  const redis = await startPrivateRedis();
  onTestFinished(() => redis.stop());
  const web = await stopAfterTest(startWebProcess({ REDIS_URL: redis.url }));
  const [account, later] = await Promise.all([anAccount(), anAccount()]);
  const call = client(web.url, account);
  const send = async (recipient: string) => {
    const began = performance.now();
    const { status } = await call.send(recipient, 'Hello');
    expect(status).toBe(202);
    return performance.now() - began;
  };
  const readyz = async () => {
    const response = await fetch(`${web.url}/readyz`);
    return (await response.json()) as { status: string; reason?: string };
  };
  const logged = (start: string) => web.log().filter(({ msg }) => String(msg).startsWith(start));
  await send('9876543210');

  redis.signal('SIGSTOP');
  await until('a call is quick again', async () => (await send('9876543211')) < quickMs);
  let tookMs = 0;
  for (const number of mobileNumbers(10)) tookMs += await send(number);
  expect(tookMs).toBeLessThan(10 * quickMs);
  expect(await readyz()).toEqual({
    status: 'degraded',
    reason: 'Redis cannot be written to: no answer',
  });
  expect(logged('Redis cannot be written to')).toMatchObject([
    { redis: expect.stringMatching(/^no answer: /) },
  ]);
  await until(
    'the job is given up',
    () => logged('could not enqueue job; the reconciler will retry').length > 0,
  );

  redis.signal('SIGCONT');
  await until('the web server is as before', async () => (await readyz()).status === 'ready');
  expect((await client(web.url, later).send('9876543210', 'Well again')).status).toBe(202);
  const commands = new Redis(redis.url);
  onTestFinished(() => commands.disconnect());
  const key = `${queuePrefix('messages')}:messages:${deliverMessagesJob.jobId(later)}`;
  await until('the job is enqueued', () => commands.exists(key));
});
