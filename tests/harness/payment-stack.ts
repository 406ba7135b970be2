import { prisma } from '#platform/db.ts';
import { countWaitingJobs } from '#platform/queue.ts';
import { startPayments } from '#sandbox/payments/server.ts';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import { aUser, type User } from '../support/account.ts';
import { client } from '../support/client.ts';
import { startWorker, startWorkerProcess } from './programs.ts';
import { sharedWeb } from './shared-web.ts';
import { stopAfterFile } from './stop-after-file.ts';
import { until } from './until.ts';

/** The port of each file's stand-in: the webs that files of this process share ask there. */
let port: number | undefined;

/** A plan that can be paid for, as the seed has it. */
export async function findPlanByName(name: string) {
  return prisma.plan.findUniqueOrThrow({ where: { name } });
}

/**
 * The payment provider's stand-in, and a web and a worker that know it, while the tests of a file run.
 * Nothing is asked before its time: `nothingLost` says that the time has come.
 */
export async function startPaymentStack(settings: Record<string, string> = {}) {
  port ??= await freePort();
  const provider = await startPayments({
    port,
    webhookRetryMs: 20,
    refundAfterMs: 1,
    slowAnswerMs: 50,
  });
  await stopAfterFile(Promise.resolve({ stop: () => provider.close() }));
  const { keyId, keySecret, webhookSecret } = provider.options;
  const all = {
    RAZORPAY_KEY_ID: keyId,
    RAZORPAY_KEY_SECRET: keySecret,
    RAZORPAY_WEBHOOK_SECRET: webhookSecret,
    RAZORPAY_API_URL: provider.apiUrl,
    RAZORPAY_CHECKOUT_URL: provider.checkoutUrl,
    ...settings,
  };
  const web = await sharedWeb(all);
  provider.webhooks.sendTo(`${web.url}/api/v1/payments/webhook`);

  const callOf = (user: User) => client(web.url, user);
  const ofPayments = {
    RECONCILE_INTERVAL_SECONDS: '0.5',
    WORKER_QUEUES: 'payments,mail,schedules',
    ...all,
  };
  return {
    provider,
    web,
    settings: all,
    callOf,
    /** Somebody who is signed in, and their caller. */
    async aCustomer() {
      const user = await aUser();
      return { user, call: callOf(user) };
    },
    /** Orders a plan, as its page does. @returns the order's ids */
    async order(user: User, planName = 'Basic') {
      const plan = await findPlanByName(planName);
      const reply = await callOf(user).post('/payments', {
        amount: plan.pricePaise / 100,
        currency: 'INR',
        planId: plan.id,
      });
      if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
      return reply.body.data as { amount: number; orderId: string; receiptId: string };
    },
    /** Lets the time come at which the provider is asked about every open order. */
    askNow: () =>
      prisma.order.updateMany({
        where: { status: { not: 'completed' }, providerOrderId: { not: null } },
        data: { nextPollAt: new Date() },
      }),
    /** Nothing is asked any more of what came before: the next answer that goes wrong is the test's own. */
    quiet: () =>
      until('nothing is left to be asked', async () => (await countWaitingJobs('payments')) === 0),
    /** Workers that have nothing to do with carriers, in this process or as one of their own. */
    aWorker: (more: Record<string, string> = {}) => startWorker({ ...ofPayments, ...more }),
    aWorkerProcess: (more: Record<string, string> = {}) =>
      startWorkerProcess({ ...ofPayments, ...more }),
    statusOf: async (id: string) =>
      (await prisma.order.findUniqueOrThrow({ where: { id } })).status,
    completed: (id: string) =>
      until(`${id} is completed`, async () => {
        const order = await prisma.order.findUniqueOrThrow({ where: { id } });
        return order.status === 'completed';
      }),
  };
}

/** The periods that a user has or had, by their beginning. */
export const listPeriods = (userId: string) =>
  prisma.subscription.findMany({
    where: { userId },
    orderBy: { startedAt: 'asc' },
    include: { plan: { select: { name: true } } },
  });
