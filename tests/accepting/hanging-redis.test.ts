import { expect, onTestFinished, test } from 'vitest';
import { startPrivateRedis } from '#scripts/services/private-redis.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';
import { startWebProcess, stopAfterTest } from '../support/programs.ts';
import { until } from '../support/until.ts';

/** Less than a command to Redis may take, in milliseconds. */
const quickMs = 400;

test('while Redis hangs, calls are accepted without waiting for it, and the log names the cause', async () => {
  const redis = await startPrivateRedis();
  onTestFinished(() => redis.stop());
  const web = await stopAfterTest(startWebProcess({ REDIS_URL: redis.url }));
  const call = client(web.url, await anAccount());
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
  const causes = web
    .log()
    .filter(({ msg }) => String(msg).startsWith('Redis cannot be written to'));
  expect(causes).toMatchObject([{ redis: expect.stringMatching(/^no answer: /) }]);

  redis.signal('SIGCONT');
  await until('the web is as before', async () => (await readyz()).status === 'ready');
});
