import { expect, onTestFinished, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { openQueue } from '#platform/queue.ts';
import { type Clock, createClock } from '#trials/chaos/clock.ts';
import { reconcileJob } from '#worker/jobs.ts';
import { type Account, anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { carrierConfig, carriers, reacher, startSmsc } from '../support/product.ts';
import { type Program, startWorkerProcess, stopAfterTest } from '../support/programs.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { until } from '../support/until.ts';

const hours = 3_600_000;

type Worker = { program: Program; clock: Clock };

/** Starts a worker whose clock is ahead by so many milliseconds, and one account. */
async function startWrong(aheadMs: number) {
  const [web, smsc, account, clock] = await Promise.all([
    sharedWeb(),
    startSmsc(),
    anAccount(),
    createClock(aheadMs),
  ]);
  onTestFinished(() => clock.remove());
  const settings = { ...carriers(carrierConfig('first', smsc)), ...clock.settings };
  const program = await stopAfterTest(startWorkerProcess(settings));
  const call = client(web.url, account);
  return { smsc, account, call, reach: reacher(call), worker: { program, clock } };
}

/** The one-time password of an account. */
const otpOf = ({ userId }: Account) => prisma.otp.findFirstOrThrow({ where: { userId } });

/** Waits until the reconciler has run: it expires a one-time password whose time is over. */
async function reconciled(account: Account): Promise<void> {
  const { id: _, ...otp } = await otpOf(account);
  const id = newId('otp');
  const past = new Date(Date.now() - hours);
  const over = {
    ...otp,
    id,
    recipient: '+919800000000',
    createdAt: past,
    expiresAt: past,
  };
  await prisma.otp.create({ data: over });
  await until('the reconciler has run', async () => {
    const { state } = await prisma.otp.findUniqueOrThrow({ where: { id } });
    return state === 'expired';
  });
}

const correct = ({ program, clock }: Worker) => clock.set(0, program);

test('a worker whose clock is ahead delivers one-time passwords, and expires neither messages nor codes before their time', async () => {
  const { account, call, reach } = await startWrong(3 * hours);
  await call.post('/messages/send-otp', { recipient: '9876543210' });
  const { id } = await prisma.message.findFirstOrThrow({ where: { userId: account.userId } });
  await reach(id, 'delivered');
  const { id: otpId } = await otpOf(account);
  await reconciled(account);
  const { state } = await prisma.otp.findUniqueOrThrow({ where: { id: otpId } });
  expect(state).toBe('pending');
});

test('a worker whose clock is behind matches receipts', async () => {
  const { call, reach } = await startWrong(-3 * hours);
  const { body } = await call.send('9876543210', 'Hello');
  await reach(body.data._id, 'delivered');
});

test('once a clock that was ahead is right again, reconciler and delivery go on at once', async () => {
  const { smsc, account, call, reach, worker } = await startWrong(3 * hours);
  const schedule = () =>
    openQueue(reconcileJob.queue).getJobScheduler(reconcileJob.jobId({ due: 'often' }));
  await until('a run is planned in three hours', async () => {
    const { next = 0 } = (await schedule()) ?? {};
    return next > Date.now() + 2 * hours;
  });
  await smsc.close();
  await call.post('/messages/send-otp', { recipient: '9876543210' });
  const { body } = await call.send('9876543211', 'Hello');
  await correct(worker);
  // The first may be a run that had begun.
  await reconciled(account);
  await reconciled(account);
  await startSmsc({ port: smsc.port });
  await reach(body.data._id, 'delivered');
  const sent = await prisma.message.findMany({ where: { userId: account.userId } });
  for (const { id } of sent) await reach(id, 'delivered');
});
