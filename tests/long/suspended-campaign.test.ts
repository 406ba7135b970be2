import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { resumeAccount, suspendAccount } from '#domain/messaging/suspensions/suspend-account.ts';
import { prisma } from '#platform/db.ts';
import { carrierConfig, carriers, startWithoutWorker } from '../harness/product.ts';
import { startWorkerProcess, stopAfterTest } from '../harness/programs.ts';
import { until } from '../harness/until.ts';
import { anAccount, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';

const campaign = 10_000;
/** The carrier's rate in messages per second. At this rate, the campaign takes longer than the suspension. */
const rate = 800;

test('suspending an account stops its campaign of 10,000 messages within a second, and each remaining message is sent once after the suspension', async () => {
  const { web, smsc, account, call } = await startWithoutWorker();
  const settings = carriers(carrierConfig('first', smsc, { rate, window: 100 }));
  await Promise.all([1, 2].map(() => stopAfterTest(startWorkerProcess(settings))));
  await until('both workers are bound', () => smsc.connections() === 2);
  const recipients = mobileNumbers(campaign);
  for (let at = 0; at < campaign; at += 1_000) {
    const messages = recipients
      .slice(at, at + 1_000)
      .map((recipient) => ({ recipient, message: 'Sale on Sunday' }));
    expect((await call.post('/messages/batch', { messages })).status).toBeLessThan(300);
  }
  const submits = () => smsc.ledger.totals().submits;
  await until('some are submitted', () => submits() > 1_000);

  await suspendAccount(
    account.userId,
    { reason: 'A test of suspension', notice: 'Your campaign is stopped.' },
    { kind: 'system', id: 'test' },
  );
  await pause(1_000);
  const afterSecond = submits();
  const refused = await call.send('9876543210', 'More');
  expect([refused.status, refused.body.error.code]).toEqual([403, 'account_suspended']);
  // Other accounts are not affected.
  const other = client(web.url, await anAccount());
  const sent = (await other.send('9876543211', 'Of another account')).body.data;
  await until('the message of another account is delivered', async () => {
    const { body } = await other.get(`/messages/${sent._id}`);
    return body.data.status === 'delivered';
  });
  await until('workers have released the reserved messages', async () => {
    const where = { userId: account.userId, NOT: { workerId: null } };
    return (await prisma.queuedMessage.count({ where })) === 0;
  });
  await pause(2_000);
  const held = await prisma.queuedMessage.count({ where: { userId: account.userId } });
  expect(submits() - afterSecond - 1, 'submitted after the second').toBe(0);
  expect(held).toBe(campaign - afterSecond);
  expect(held).toBeGreaterThan(1_000);

  await resumeAccount(account.userId, 'A test of suspension', { kind: 'system', id: 'test' });
  await until('held messages go out again', () => submits() > afterSecond + 1);
  const delivered = () =>
    prisma.message.count({ where: { userId: account.userId, state: 'delivered' } });
  await until('all are delivered', async () => (await delivered()) === campaign, 90_000);
  expect(submits()).toBe(campaign + 1);
  expect(smsc.ledger.totals().duplicates).toBe(0);
  expect((await getUsage(account)).messagesUsed).toBe(campaign);
}, 180_000);
