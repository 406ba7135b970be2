import { expect, onTestFinished, test } from 'vitest';
import { databaseSettings } from '#platform/db.ts';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import { startPrivateRedis } from '#scripts/services/private-redis.ts';
import { createClock } from '#trials/chaos/clock.ts';
import { startRelay } from '../harness/breakable.ts';
import { carrierConfig, carriers, startSmsc } from '../harness/product.ts';
import { startWeb, startWebProcess, startWorker, stopAfterTest } from '../harness/programs.ts';
import { until } from '../harness/until.ts';

/** The readiness that a process reports. */
async function readyz(url: string) {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, body: await response.json() };
}

const saying = (url: string, status: number, dependencies: Record<string, string>) =>
  until(`it answers ${status} with ${JSON.stringify(dependencies)}`, async () => {
    const { status: answered, body } = await readyz(url);
    return (
      answered === status &&
      expect.objectContaining(dependencies).asymmetricMatch(body.dependencies)
    );
  });

test('readiness names a failing dependency only on the metrics port, and the web server is ready without Redis', async () => {
  const redis = await startPrivateRedis();
  onTestFinished(() => redis.stop());
  const database = new URL(databaseSettings.DATABASE_URL);
  const relay = await startRelay(Number(database.port));
  database.port = String(relay.port);
  const [port, webPort] = [await freePort(), await freePort()];
  const smsc = await startSmsc();
  const settings = {
    DATABASE_URL: database.href,
    REDIS_URL: redis.url,
    ...carriers(carrierConfig('first', smsc)),
  };
  const [web] = await Promise.all([
    stopAfterTest(startWeb({ ...settings, METRICS_PORT: String(webPort) })),
    stopAfterTest(startWorker({ ...settings, METRICS_PORT: String(port) })),
  ]);
  const [worker, watched] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${webPort}`];
  const strangersSee = async (status: number, said: string, reason?: string) =>
    expect(await readyz(web.url)).toEqual({
      status,
      body: { status: said, ...(reason && { reason }) },
    });

  await saying(watched, 200, { postgres: 'up', redis: 'up' });
  await strangersSee(200, 'ready');
  await saying(worker, 200, { postgres: 'up', redis: 'up', carriers: 'up' });

  await redis.kill();
  await saying(watched, 200, { postgres: 'up', redis: 'down' });
  await strangersSee(200, 'degraded', 'Redis cannot be written to: no answer');
  await saying(worker, 200, { postgres: 'up', redis: 'down', carriers: 'up' });
  await redis.start();
  await saying(worker, 200, { redis: 'up' });

  await smsc.close();
  await saying(worker, 503, { postgres: 'up', redis: 'up', carriers: 'down' });

  relay.cut();
  await saying(watched, 503, { postgres: 'down', redis: 'up' });
  await strangersSee(503, 'not ready');
  await saying(worker, 503, { postgres: 'down' });
  relay.lead(Number(new URL(databaseSettings.DATABASE_URL).port));
  await saying(watched, 200, { postgres: 'up' });
});

test('a web server reports not ready on both ports while it shuts down or while its clock is a minute wrong', async () => {
  const [port, clock] = [await freePort(), await createClock()];
  onTestFinished(() => clock.remove());
  const settings = { METRICS_PORT: String(port), DRAIN_SECONDS: '2', ...clock.settings };
  const web = await stopAfterTest(startWebProcess(settings as Record<string, string>));
  const watched = `http://127.0.0.1:${port}`;
  await saying(watched, 200, { clock: 'up' });
  expect(await readyz(web.url)).toMatchObject({ status: 200, body: { status: 'ready' } });
  for (const aheadMs of [90_000, -90_000]) {
    await clock.set(aheadMs, web);
    await saying(watched, 503, { postgres: 'up', clock: 'down' });
    expect(await readyz(web.url)).toEqual({ status: 503, body: { status: 'not ready' } });
    await clock.set(aheadMs / 3, web);
    await saying(watched, 200, { clock: 'up' });
  }
  const wrong = web.log().filter(({ aheadSeconds }) => Math.abs(aheadSeconds) >= 89);
  expect(wrong.map(({ msg }) => msg)).toEqual(
    Array(2).fill('the clock differs from that of PostgreSQL by more than a minute'),
  );
  const ended = web.stop();
  for (const url of [web.url, `http://127.0.0.1:${port}`]) {
    await until(`${url} says so`, async () => {
      const { status, body } = await readyz(url);
      return status === 503 && body.status === 'ending';
    });
  }
  await ended;
});

test('/readyz queries the database only once a second, regardless of the number of requests', async () => {
  const database = new URL(databaseSettings.DATABASE_URL);
  let asked = 0;
  const relay = await startRelay(Number(database.port), (sent) => {
    asked += sent.toString('latin1').split("current_setting('transaction_read_only')").length - 1;
  });
  database.port = String(relay.port);
  const port = await freePort();
  const settings = { DATABASE_URL: database.href, METRICS_PORT: String(port) };
  const web = await stopAfterTest(startWeb(settings));
  // A starting web server also queries the database once before it reports ready.
  const atStart = asked;
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: 300 }, () => readyz(web.url)));
  const seconds = (performance.now() - began) / 1_000;
  // On a busy machine the web server's check of the database may be late. The web server then responds that it is not
  // ready (503), and sends no further query.
  for (const { status } of answers) expect([200, 503]).toContain(status);
  expect(asked).toBeGreaterThan(0);
  expect(asked - atStart).toBeLessThanOrEqual(seconds + 1);
  for (const path of ['/metrics', '/metrics/', '/api/metrics', '/api/v1/metrics']) {
    expect((await fetch(`${web.url}${path}`)).status, path).toBe(404);
  }
});
