import { expect, test } from 'vitest';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { prisma } from '#platform/db.ts';
import { startSilentServer } from '../harness/breakable.ts';
import { carrierConfig, carriers, startSmsc } from '../harness/product.ts';
import { startWorker, startWorkerProcess, stopAfterTest } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { anAccount, aUser } from '../support/account.ts';
import { client } from '../support/client.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';

/** The default timeout for a carrier's response, which is longer than a worker may take to stop. */
const patient = { responseTimeoutMs: 15_000 };

test('a worker stops within ten seconds even if carrier and SMTP server do not respond, and another worker sends the messages that it has not submitted', async () => {
  const [smsc, mailServer, account, user] = await Promise.all([
    startSmsc({ unansweredReceiptAfterMs: 60_000 }),
    startSilentServer(),
    anAccount(),
    aUser(),
  ]);
  const settings = carriers(carrierConfig('first', smsc, patient));
  const [web, worker] = await Promise.all([
    sharedWeb(),
    startWorkerProcess({ ...settings, SMTP_URL: `smtp://127.0.0.1:${mailServer.port}` }),
  ]);
  await until('the carrier is bound', () => smsc.connections() > 0);
  // The carrier answers half of the window, and leaves the other half without a response.
  smsc.network.set('never-answered', 10);
  await enqueueEmail('welcome', user.email);
  const messages = mobileNumbers(400).map((recipient) => ({ recipient, message: 'Hello' }));
  await client(web.url, account).post('/messages/batch', { messages });
  await until('ten are not answered', () => smsc.ledger.totals().submits >= 10);
  await until('an email is being sent', () => mailServer.connections() > 0, 60_000);

  const began = performance.now();
  expect(await worker.stop()).toMatchObject({ ok: true });
  expect(performance.now() - began).toBeLessThan(10_000);
  const unknown = () =>
    prisma.message.count({ where: { userId: account.userId, state: 'unknown' } });
  expect(await unknown()).toBe(10);
  expect(await prisma.queuedMessage.count({ where: { workerId: { not: null } } })).toBe(0);

  await stopAfterTest(startWorker(settings));
  await until('another worker sends the rest', async () => {
    const where = { userId: account.userId, state: 'delivered' as const };
    return (await prisma.message.count({ where })) === 390;
  });
  expect(await unknown()).toBe(10);
  expect(smsc.ledger.totals()).toMatchObject({ accepted: 400, duplicates: 0 });
}, 150_000);
