import { expect, onTestFinished, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { openQueue } from '#platform/queue.ts';
import { createClock } from '#trials/chaos/clock.ts';
import { reconcileJob } from '#worker/jobs.ts';
import { carrierConfig, carriers, reacher, startSmsc } from '../harness/product.ts';
import { startWorkerProcess, stopAfterTest } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { type Account, anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';

const hours = 3_600_000;

/** The only one-time password of an account. */
const otpOf = ({ userId }: Account) => prisma.otp.findFirstOrThrow({ where: { userId } });

/** Waits until the reconciler has run: inserts an overdue one-time password, and waits until it is expired. */
async function reconciled(account: Account): Promise<void> {
  const { id: _, ...otp } = await otpOf(account);
  const id = newId('otp');
  const past = new Date(Date.now() - hours);
  const over = { ...otp, id, recipient: '+919800000000', createdAt: past, expiresAt: past };
  await prisma.otp.create({ data: over });
  await until('the reconciler has run', async () => {
    const { state } = await prisma.otp.findUniqueOrThrow({ where: { id } });
    return state === 'expired';
  });
}

test('a worker whose clock is wrong delivers codes, does not expire them early, and matches receipts as usual', async () => {
  const [web, smsc, account, clock] = await Promise.all([
    sharedWeb(),
    startSmsc(),
    anAccount(),
    createClock(3 * hours),
  ]);
  onTestFinished(() => clock.remove());
  const settings = { ...carriers(carrierConfig('first', smsc)), ...clock.settings };
  const program = await stopAfterTest(startWorkerProcess(settings));
  const call = client(web.url, account);
  const reach = reacher(call);
  await call.post('/messages/send-otp', { recipient: '9876543210' });
  const { id } = await prisma.message.findFirstOrThrow({ where: { userId: account.userId } });
  await reach(id, 'delivered');
  const { id: otpId } = await otpOf(account);
  await reconciled(account);
  expect((await prisma.otp.findUniqueOrThrow({ where: { id: otpId } })).state).toBe('pending');

  const schedule = () =>
    openQueue(reconcileJob.queue).getJobScheduler(reconcileJob.jobId({ due: 'often' }));
  await until('a run is planned in three hours', async () => {
    const { next = 0 } = (await schedule()) ?? {};
    return next > Date.now() + 2 * hours;
  });
  await smsc.close();
  await call.post('/messages/send-otp', { recipient: '9876543211' });
  await call.send('9876543212', 'Hello');
  await clock.set(0, program);
  // Waits for two runs of the reconciler, because the first may have started before the clock was corrected.
  await reconciled(account);
  await reconciled(account);
  await startSmsc({ port: smsc.port });
  const sent = await prisma.message.findMany({ where: { userId: account.userId } });
  expect(sent).toHaveLength(3);
  for (const { id } of sent) await reach(id, 'delivered');

  await clock.set(-3 * hours, program);
  const late = await call.send('9876543213', 'Hello');
  await reach(late.body.data._id, 'delivered');
});
