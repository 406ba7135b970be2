import { expect, onTestFinished, test } from 'vitest';
import { createUser } from '#domain/identity/accounts/sign-up.ts';
import { createSession } from '#domain/identity/sessions/create-session.ts';
import { prisma, query } from '#platform/db.ts';
import { findPlanByName, startPaymentStack } from '../harness/payment-stack.ts';
import { startWebProcess } from '../harness/programs.ts';
import { until } from '../harness/until.ts';
import { asProgram, type User } from '../support/account.ts';
import { client } from '../support/client.ts';
import { createRandom } from '../support/random.ts';

const customers = 500;
const atOnce = 25;

const shop = await startPaymentStack();
const { provider } = shop;

const random = createRandom('orders');

/** Runs `work` for each item, with limited concurrency. */
async function forEach<T>(list: T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...list];
  const lane = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** The reconciler runs only once a second, because it finds nothing to do before the end. */
const quietly = { RECONCILE_INTERVAL_SECONDS: '1' };

/** A web server with the optimizing compiler, because it answers thousands of requests. */
const aWeb = () => startWebProcess(shop.settings, undefined, []);

/** Processes that the test kills and restarts. */
async function processes() {
  let web = await aWeb();
  const workers = await Promise.all([shop.aWorkerProcess(quietly), shop.aWorkerProcess(quietly)]);
  return {
    call: (user: User) => client(random.pick([shop.web.url, web.url]), user),
    async crash() {
      const i = random.pick([0, 1]);
      const killed = [web.kill(), workers[i]?.kill()];
      const begun = await Promise.all([aWeb(), shop.aWorkerProcess(quietly)]);
      await Promise.all(killed);
      web = begun[0];
      workers[i] = begun[1];
    },
    stop: () => Promise.all([web.stop(), ...workers.map((worker) => worker.stop())]),
  };
}

const plans = await Promise.all(['Basic', 'Pro'].map(findPlanByName));

/** Retries a call without a response, because a process was killed or the provider was unavailable. */
async function orAgain<T>(work: () => Promise<T | null>): Promise<T> {
  return until('somebody answers', async () => {
    try {
      return await work();
    } catch (error) {
      // The connection broke because the process at the other end was killed.
      if (error instanceof TypeError) return null;
      throw error;
    }
  });
}

test('each of 1,000 orders gives exactly one period, in whichever way the order is settled and despite crashes', async () => {
  // Created before the load, which could make this process's own connections time out.
  const users: User[] = [];
  for (let i = 0; i < customers; i += 1) {
    const userId = await createUser({ name: 'Asha', email: `random${i}@example.com` });
    users.push({ userId, email: '', password: '', token: await createSession(userId, asProgram) });
  }
  const running = await processes();
  onTestFinished(async () => {
    await running.stop();
  });
  let done = 0;

  await forEach(users, async (user) => {
    await Promise.all(plans.map((plan) => order(user, plan)));
    done += 1;
    if (done % 150 === 0) await running.crash();
  });

  async function order(user: User, plan: (typeof plans)[number]) {
    if (random.next() < 0.05) {
      provider.faultSettings.api.set(random.pick(['error', 'dropped', 'answer-lost']), 1);
    }
    const { orderId } = await orAgain(async () => {
      const input = { amount: plan.pricePaise / 100, planId: plan.id };
      const reply = await running.call(user).post('/payments', input);
      // The customer may already have the plan from another order, and then cannot order it again.
      return reply.status === 201 ? reply.body.data : null;
    });
    const outcome = random.pick(['paid', 'paid', 'paid', 'second try', 'declined', 'left']);
    provider.faultSettings.webhooks.set(
      random.pick(['normal', 'normal', 'twice', 'late', 'out-of-order', 'never']),
      3,
      random.next() * 300,
    );
    if (outcome === 'left') return;
    if (outcome !== 'paid') provider.fail(orderId);
    if (outcome === 'declined') return;
    const answer = provider.pay(orderId, { as: random.pick(['normal', 'normal', 'authorized']) });
    const reports = random.pick([0, 1, 1, 2, 3]);
    const verify = () =>
      running
        .call(user)
        .post('/payments/verify', answer)
        .catch(() => null);
    await Promise.all(Array.from({ length: reports }, verify));
  }

  // So far only webhooks and browsers have reported payments. From here on, the reconciler finds the
  // others.
  await provider.webhooks.settled();
  let askedAt = Number.NEGATIVE_INFINITY;
  await until(
    'every payment has its plan',
    async () => {
      // `askNow` updates all open orders, so the reconciler runs only once a second.
      if (performance.now() - askedAt > 1_000) {
        askedAt = performance.now();
        await shop.askNow();
      }
      const completed = await prisma.order.count({ where: { status: 'completed' } });
      return completed === provider.sums().captures && nothingAuthorized();
    },
    60_000,
  );
  await running.stop();

  const sums = provider.sums();
  expect(sums.orders).toBeGreaterThanOrEqual(customers * plans.length);
  // Each paid order has exactly one period, and each unpaid order has no period.
  const [ledger] = await query<Record<string, number>>(
    'ledger',
    `SELECT
       (SELECT count(*) FROM orders) AS orders,
       (SELECT count(*) FROM orders WHERE status = 'completed') AS completed,
       (SELECT sum(amount_paise) FROM orders WHERE status = 'completed') AS paid,
       (SELECT count(*) FROM subscriptions) AS periods,
       (SELECT count(*) FROM subscriptions JOIN orders ON orders.id = order_id
         WHERE orders.status = 'completed') AS paid_periods,
       (SELECT count(*) FROM payments WHERE status = 'captured') AS captured,
       (SELECT count(*) FROM payment_anomalies) AS faults,
       (SELECT count(*) FROM (
         SELECT user_id, sum(value_paise) FILTER (WHERE status <> 'expired') AS worth,
           (SELECT sum(amount_paise) FROM orders
             WHERE orders.user_id = s.user_id AND orders.status = 'completed') AS paid
         FROM subscriptions AS s GROUP BY user_id) AS u WHERE worth > paid) AS overcredited`,
    [],
  );
  expect(ledger).toEqual({
    orders: customers * plans.length,
    completed: sums.captures,
    paid: sums.captured,
    periods: sums.captures,
    paid_periods: sums.captures,
    captured: sums.captures,
    faults: 0,
    overcredited: 0,
  });
}, 180_000);

/** Whether every authorized payment has been captured. */
const nothingAuthorized = () =>
  provider.ledger.payments.list().every(({ status }) => status !== 'authorized');
