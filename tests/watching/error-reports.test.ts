import { expect, test } from 'vitest';
import { createInstance, runIn } from '#platform/instance.ts';
import { logger } from '#platform/logger.ts';
import { parseConfig } from '#platform/settings.ts';
import { until } from '../harness/until.ts';
import { aCollector } from '../support/collector.ts';

/**
 * A collector of error reports, and a function that runs work with settings that report logged errors to this
 * collector.
 */
async function reporting() {
  const collector = await aCollector();
  const dsn = `http://abc123@127.0.0.1:${collector.port}/sentry/42`;
  const instance = createInstance(
    parseConfig({ ...process.env, SENTRY_DSN: dsn, SENTRY_ENVIRONMENT: 'staging' }),
  );
  return { ...collector, log: <T>(work: () => T) => runIn(instance, work) };
}

const eventOf = ({ body }: { body: string }) => JSON.parse(body.split('\n')[2] ?? '');

test('an error that is logged is reported in the format of Sentry, without secrets', async () => {
  const { posted, log } = await reporting();
  log(() => {
    logger.info({ messageId: 'msg_1' }, 'no error');
    const error = new TypeError('no carrier for +919876543210');
    logger.error({ error, password: 'hunter2' }, 'submit failed for asha@example.in');
  });
  await until('it is reported', () => posted.length === 1);
  const [report] = posted;
  expect(report?.path).toBe('/sentry/api/42/envelope/');
  expect(report?.headers['x-sentry-auth']).toContain('sentry_key=abc123');
  const event = eventOf(report as { body: string });
  expect(event).toMatchObject({
    level: 'error',
    environment: 'staging',
    message: { formatted: 'submit failed for •••' },
    exception: { values: [{ type: 'TypeError', value: 'no carrier for •••' }] },
  });
  const { frames } = event.exception.values[0].stacktrace;
  expect(frames.at(-1).filename).toContain('error-reports.test');
  expect(report?.body).not.toMatch(/hunter2|9876543210|asha@/);
});

test('the same error is reported at most once a minute; after the server has refused a report, no further error is reported', async () => {
  const { posted, log, answer } = await reporting();
  const fail = (message: string) => log(() => logger.error({ error: new Error('x') }, message));
  for (let i = 0; i < 50; i += 1) fail('again');
  await until('it is reported', () => posted.length === 1);
  answer(429);
  fail('another');
  await until('it is refused', () => posted.length === 2);
  for (let i = 0; i < 5; i += 1) await new Promise(setImmediate);
  fail('a third');
  fail('again');
  for (let i = 0; i < 5; i += 1) await new Promise(setImmediate);
  expect(posted.map((one) => eventOf(one).message.formatted)).toEqual(['again', 'another']);
});
