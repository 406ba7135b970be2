import { expect, test } from 'vitest';
import { transaction } from '#platform/db.ts';
import { startRelay } from '../harness/breakable.ts';
import { startWeb, stopAfterTest, withServices } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { untilWaitingForLock } from '../support/lock-waits.ts';

// The test takes ten seconds, because PostgreSQL ends an idle transaction only after that time.
test('if a web server is cut off while it sends a code, the number is blocked for other web servers for at most ten seconds', async () => {
  const database = new URL(withServices({}).DATABASE_URL ?? '');
  const relay = await startRelay(Number(database.port));
  database.port = String(relay.port);
  const [frozen, web] = await Promise.all([
    stopAfterTest(startWeb({ DATABASE_URL: database.href })),
    sharedWeb(),
  ]);
  const account = await anAccount();
  const recipient = '9811044010';
  const send = (url: string) => client(url, account).post('/messages/send-otp', { recipient });
  const { sending } = await transaction(
    async () => {
      const begun = send(frozen.url);
      await untilWaitingForLock('%pg_advisory_xact_lock%', 300);
      relay.hold('up');
      return { sending: begun };
    },
    { lock: `otp|${account.userId}|+91${recipient}` },
  );
  // The transaction of the frozen web server holds the lock now, and gets no further statement.
  expect((await send(web.url)).body).toMatchObject({ error: { code: 'unavailable' } });
  await until(
    'another web server sends the code',
    async () => (await send(web.url)).status === 202,
  );
  relay.release('up');
  expect((await sending).body).toMatchObject({ error: { code: 'unavailable' } });
  await until('it is back', async () => {
    const { status } = await client(frozen.url, account).get('/balance');
    return status === 200;
  });
});
