import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { loseKilledWorkers, settleWorkers } from '../harness/lost-workers.ts';
import {
  carrierConfig,
  carriers,
  reacher,
  startProductProcess,
  startSmsc,
  startWithoutWorker,
} from '../harness/product.ts';
import { startWebProcess, startWorkerProcess, stopAfterTest } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { type Account, anAccount, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import { copyAccount } from '../support/copy-account.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';

/** How many of an account's messages are in each state. */
async function states({ userId }: Account): Promise<Record<string, number>> {
  const groups = await prisma.message.groupBy({ by: ['state'], where: { userId }, _count: true });
  return Object.fromEntries(groups.map(({ state, _count }) => [state, _count]));
}

const batchTo = (recipients: string[]) => ({
  messages: recipients.map((recipient, i) => ({ recipient, message: `Text number ${i}` })),
});

test('if a worker dies after the submit of a message, the message’s receipt settles it', async () => {
  const { call, smsc, worker, reach, account } = await startProductProcess({
    SUBMIT_LEASE_SECONDS: '5',
  });
  smsc.network.set('never-answered', 1);
  const { body } = await call.send('9876543210', 'Hello');
  await until('the network has it', () => smsc.ledger.totals().accepted === 1);
  await worker.kill();
  await loseKilledWorkers();
  await stopAfterTest(
    startWorkerProcess({ ...carriers(carrierConfig('first', smsc)), SUBMIT_LEASE_SECONDS: '5' }),
  );
  await settleWorkers();
  await reach(body.data._id, 'delivered');
  expect(smsc.ledger.totals().duplicates).toBe(0);
  expect((await getUsage(account)).messagesUsed).toBe(1);
});

test('a restart of PostgreSQL causes 503 responses and loses no accepted message', async () => {
  const { startPostgres } = await import('#scripts/services/postgres.ts');
  const { createMigratedCluster } = await import('#scripts/testing/migrated-cluster.ts');
  const { startRelay: aRelay } = await import('../harness/breakable.ts');
  const dataDir = await mkdtemp(join(tmpdir(), 'dakiya-outage-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const options = { dataDir, log: () => undefined };
  let postgres = await startPostgres({ ...options, createCluster: createMigratedCluster });
  onTestFinished(() => postgres.stop());
  const relay = await aRelay(postgres.port);
  const url = new URL(postgres.url('dakiya'));
  url.port = String(relay.port);

  const account = await copyAccount(await anAccount(), postgres.url('dakiya'));
  const smsc = await startSmsc();
  const settings = {
    DATABASE_URL: url.href,
    SUBMIT_LEASE_SECONDS: '5',
    ...carriers(carrierConfig('first', smsc)),
  };
  const [web] = await Promise.all([
    stopAfterTest(startWebProcess(settings)),
    stopAfterTest(startWorkerProcess(settings)),
  ]);
  const call = client(web.url, account);

  const accepted: string[] = [];
  const send = async (number: string, i: number) => {
    const { status, body } = await call.send(number, `Text number ${i}`);
    if (status === 202) accepted.push(body.data._id);
    return status;
  };
  await Promise.all(mobileNumbers(200).map(send));
  await postgres.stop();
  const away = await Promise.all(mobileNumbers(20).map((number, i) => send(number, 1_000 + i)));
  expect(new Set(away)).toEqual(new Set([503]));
  postgres = await startPostgres(options);
  relay.lead(postgres.port);
  await until('it accepts again', async () => (await send('9876543210', 2_000)) === 202);

  const reach = reacher(call);
  for (const id of accepted) await reach(id, 'delivered', 'unknown');
  expect(smsc.ledger.totals().duplicates).toBe(0);
});

test('a worker whose carrier is down leaves messages to a worker whose carrier works', async () => {
  const [web, account, smsc, gone] = await Promise.all([
    sharedWeb(),
    anAccount(),
    startSmsc(),
    startSmsc(),
  ]);
  await stopAfterTest(startWorkerProcess(carriers(carrierConfig('gone', gone))));
  await until('it is bound', () => gone.connections() > 0);
  await gone.close();
  const call = client(web.url, account);
  await call.post('/messages/batch', batchTo(mobileNumbers(300)));
  await stopAfterTest(startWorkerProcess(carriers(carrierConfig('first', smsc))));
  await until('all are delivered', async () => (await states(account)).delivered === 300);
  expect(smsc.ledger.totals()).toMatchObject({ accepted: 300, duplicates: 0 });
});

test('a worker that shuts down finishes its pending submits and releases its other messages', async () => {
  const { call, smsc, worker, account } = await startProductProcess();
  await call.post('/messages/batch', batchTo(mobileNumbers(600)));
  await until('it is in the middle', () => smsc.ledger.totals().accepted > 50);
  await worker.stop();
  const left = await states(account);
  expect(left.unknown ?? 0).toBe(0);
  expect(await prisma.queuedMessage.count({ where: { workerId: { not: null } } })).toBe(0);
  await stopAfterTest(startWorkerProcess(carriers(carrierConfig('first', smsc))));
  await until('all are delivered', async () => (await states(account)).delivered === 600);
  expect(smsc.ledger.totals()).toMatchObject({ accepted: 600, duplicates: 0 });
});

test('a carrier that drops connections, throttles and stops responding causes no lost or duplicate message', async () => {
  const { call, smsc, account } = await startProductProcess({ SUBMIT_LEASE_SECONDS: '5' });
  await call.post('/messages/batch', batchTo(mobileNumbers(400)));
  for (const [behaviour, count] of [
    ['throttled', 3],
    ['never-answered', 5],
    ['connection-dropped', 2],
  ] as const) {
    const before = smsc.ledger.totals().accepted;
    smsc.network.set(behaviour, count);
    await until('some went through', () => smsc.ledger.totals().accepted > before + 20);
  }
  smsc.dropConnections();
  await until('every message has come to an end', async () => {
    const { delivered = 0, unknown = 0 } = await states(account);
    return delivered + unknown === 400;
  });
  expect(smsc.ledger.totals().duplicates).toBe(0);
});

test('a text that cannot be decrypted fails, and its unit is credited back', async () => {
  const { call, account, smsc, reach } = await startWithoutWorker();
  const { body } = await call.post('/messages/send-otp', { recipient: '9876543210' });
  expect(body.status).toBe('success');
  const { id } = await prisma.message.findFirstOrThrow({ where: { kind: 'otp' } });
  await prisma.message.update({
    where: { id },
    data: { encryptedContent: Buffer.from('lost:key') },
  });
  await stopAfterTest(startWorkerProcess(carriers(carrierConfig('first', smsc))));
  expect((await reach(id, 'failed')).reason).toBe('could not be encoded');
  expect((await getUsage(account)).messagesUsed).toBe(0);
});
