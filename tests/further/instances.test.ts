import { expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '#platform/settings.ts';
import { createWorker } from '#worker/create-worker.ts';
import { carrierConfig, carriers, reacher, startSmsc } from '../harness/product.ts';
import { withServices } from '../harness/programs.ts';
import { loadServer } from '../harness/server-build.ts';
import { until } from '../harness/until.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';

const build = await loadServer();

/** Starts a web server with the given settings in this process. */
async function aWeb(settings: Record<string, string>) {
  const source = withServices({ HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error', ...settings });
  const web = await build.createWeb(build.parseConfig(source));
  onTestFinished(web.stop);
  return { ...web, url: `http://127.0.0.1:${web.port}` };
}

test('two web servers with different settings run in one process, and each can be stopped separately', async () => {
  const [strict, generous] = [
    await aWeb({ RATE_LIMIT_PER_SECOND: '2', PUBLIC_URL: 'http://one.example' }),
    await aWeb({
      RATE_LIMIT_PER_SECOND: '100000',
      RATE_LIMIT_HARD_PER_SECOND: '100000',
      PUBLIC_URL: 'http://two.example',
    }),
  ];
  const account = await anAccount();
  const statuses = async ({ url }: { url: string }) => {
    const calls = Array.from({ length: 20 }, () => client(url, account).get('/balance'));
    return new Set((await Promise.all(calls)).map(({ status }) => status));
  };
  expect(await statuses(strict)).toContain(429);
  expect(await statuses(generous)).toEqual(new Set([200]));
  const robots = async ({ url }: { url: string }) => (await fetch(`${url}/robots.txt`)).text();
  expect(await robots(strict)).toContain('http://one.example/');
  expect(await robots(generous)).toContain('http://two.example/');
  await strict.stop();
  await expect(statuses(strict)).rejects.toThrow('fetch failed');
  expect(await statuses(generous)).toEqual(new Set([200]));
});

test('a web server and two workers in one process deliver messages, and each worker uses its own carriers', async () => {
  const smsc = await startSmsc();
  const web = await aWeb({});
  const settings = {
    LOG_LEVEL: 'error',
    RECONCILE_INTERVAL_SECONDS: '0.5',
    ...carriers(carrierConfig('first', smsc)),
  };
  for (const more of [{}, { WORKER_QUEUES: 'otp' }] as Record<string, string>[]) {
    const worker = createWorker(parseConfig(withServices({ ...settings, ...more })));
    onTestFinished(worker.stop);
    await worker.ready;
  }
  await until('both are bound', () => smsc.connections() === 2);
  const call = client(web.url, await anAccount());
  const { body } = await call.send('9876543210', 'Hello');
  expect(await reacher(call)(body.data._id, 'delivered')).toMatchObject({ segments: 1 });
});
