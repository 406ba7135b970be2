import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
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

/**
 * The provider's port. All test files of this process use the same port, because they share web servers, which call the
 * provider at this port.
 */
let port: Promise<number> | undefined;

/** Holds the port between files. Otherwise a program of another test process could take it. */
let holder: Server | undefined;

async function holdPort(held: number): Promise<void> {
  holder = createServer((socket) => socket.destroy()).unref();
  holder.listen(held, '127.0.0.1');
  await once(holder, 'listening');
}

async function releasePort(): Promise<void> {
  if (!holder) return;
  holder.close();
  await once(holder, 'close');
  holder = undefined;
}

/** A plan from the seed. */
export async function findPlanByName(name: string) {
  return prisma.plan.findFirstOrThrow({ where: { name } });
}

/**
 * Starts the sandbox's payment provider and a web server that uses it, for the tests of a file. The reconciler polls an order
 * only when it is due: `askNow` makes every open order due.
 */
export async function startPaymentStack(settings: Record<string, string> = {}) {
  port ??= freePort();
  const held = await port;
  await releasePort();
  const provider = await startPayments({
    port: held,
    webhookRetryMs: 20,
    refundAfterMs: 1,
    slowAnswerMs: 50,
  });
  const stop = async () => {
    await provider.close();
    await holdPort(held);
  };
  await stopAfterFile(Promise.resolve({ stop }));
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
    /** A signed-in user, and a client with their session. */
    async aCustomer() {
      const user = await aUser();
      return { user, call: callOf(user) };
    },
    /** Orders a plan, as the payment page does. @returns the order's ids */
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
    /** Makes every open order due, so that the reconciler polls the provider. */
    askNow: () =>
      prisma.order.updateMany({
        where: { status: { not: 'completed' }, providerOrderId: { not: null } },
        data: { nextPollAt: new Date() },
      }),
    /** Waits until no earlier job is left, so that the next fault at the provider affects only the call under test. */
    quiet: () =>
      until('nothing is left to be asked', async () => (await countWaitingJobs('payments')) === 0),
    /** Starts a worker without carriers, in this process or as a separate one. */
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

/** The present and past periods of a user, by start. */
export const listPeriods = (userId: string) =>
  prisma.subscription.findMany({
    where: { userId },
    orderBy: { startedAt: 'asc' },
    include: { plan: { select: { name: true } } },
  });
