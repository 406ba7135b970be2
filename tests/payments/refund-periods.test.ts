import { expect, test } from 'vitest';
import { refundOrder } from '#domain/billing/payments/request-refund.ts';
import { razorpaySettings } from '#domain/billing/payments/settings.ts';
import { reconcileRefunds } from '#domain/billing/payments/settle-refunds.ts';
import { cancelSubscription } from '#domain/billing/subscriptions/end-subscriptions.ts';
import { getSubscription } from '#domain/billing/subscriptions/get-subscription.ts';
import { prisma } from '#platform/db.ts';
import { refundPayment } from '#sandbox/payments/operations.ts';
import { listPeriods, startPaymentStack } from '../harness/payment-stack.ts';
import { until } from '../harness/until.ts';

// No worker runs, so the tests call its tasks.
const shop = await startPaymentStack();
const { provider } = shop;
Object.assign(razorpaySettings, {
  RAZORPAY_KEY_ID: provider.options.keyId,
  RAZORPAY_KEY_SECRET: provider.options.keySecret,
  RAZORPAY_API_URL: provider.apiUrl,
});

type Customer = Awaited<ReturnType<typeof shop.aCustomer>>;

/** Pays for a month of a plan. @returns our id of the order, and the provider's id of the payment */
async function pay({ user, call }: Customer, planName: string) {
  const { orderId, receiptId } = await shop.order(user, planName);
  const paid = provider.pay(orderId);
  expect((await call.post('/payments/verify', paid)).status).toBe(200);
  return { receiptId, paymentId: paid.razorpay_payment_id };
}

async function aPayer(planName = 'Basic') {
  const customer = await shop.aCustomer();
  return { ...customer, ...(await pay(customer, planName)) };
}

const refundsOf = (orderId: string) => prisma.refund.findMany({ where: { orderId } });
const faultsOf = (orderId: string) => prisma.paymentAnomaly.findMany({ where: { orderId } });

const ended = (orderId: string) =>
  until('the refund has ended', async () => {
    await reconcileRefunds(orderId);
    return (await prisma.refund.findFirstOrThrow({ where: { orderId } })).settledAt;
  });

test('a failed refund does not restore the refunded plan if a plan that was bought after the refund overlaps it', async () => {
  const payer = await aPayer();
  provider.faultSettings.refunds.set('failed', 1);
  await refundOrder(payer.receiptId);
  await pay(payer, 'Pro');
  await ended(payer.receiptId);
  expect(await listPeriods(payer.user.userId)).toMatchObject([
    { plan: { name: 'Basic' }, status: 'expired' },
    { plan: { name: 'Pro' }, status: 'active' },
  ]);
  expect(await faultsOf(payer.receiptId)).toMatchObject([
    { kind: 'refund_failed', detail: expect.stringContaining('not back') },
  ]);
});

test('a refund that the provider’s response reports as failed does not end the plan', async () => {
  const { user, receiptId } = await aPayer();
  const before = await listPeriods(user.userId);
  provider.faultSettings.refunds.set('failed', 1);
  provider.faultSettings.api.set('answer-lost', 1);
  await expect(refundOrder(receiptId)).rejects.toThrow('cannot be reached');
  const { id } = await prisma.refund.findFirstOrThrow({ where: { orderId: receiptId } });
  const isOurs = ({ receipt }: { receipt: string | null }) => receipt === id;
  await until(
    'it has failed there',
    async () => provider.ledger.refunds.list().find(isOurs)?.status === 'failed',
  );
  await refundOrder(receiptId);
  expect(await listPeriods(user.userId)).toEqual(before);
});

test('a refund whose response was lost is paid only once', async () => {
  const { receiptId } = await aPayer();
  const before = provider.sums().refunds;
  provider.faultSettings.api.set('answer-lost', 1);
  await expect(refundOrder(receiptId)).rejects.toThrow('cannot be reached');
  expect((await refundOrder(receiptId)).status).toBe('processed');
  expect(provider.sums().refunds - before).toBe(1);
});

test('a refund that the provider rejects because it was made already counts as made', async () => {
  const { receiptId } = await aPayer();
  const before = provider.sums().refunds;
  provider.faultSettings.api.set('answer-lost', 1);
  await expect(refundOrder(receiptId)).rejects.toThrow('cannot be reached');
  provider.ledger.refundsByKey.clear();
  expect((await refundOrder(receiptId)).status).toBe('processed');
  expect(provider.sums().refunds - before).toBe(1);
});

test('a refund that was paid but whose response was lost is found, and ends the plan', async () => {
  const { user, receiptId } = await aPayer();
  provider.faultSettings.api.set('answer-lost', 1);
  await expect(refundOrder(receiptId)).rejects.toThrow('cannot be reached');
  const order = await prisma.order.findUniqueOrThrow({ where: { id: receiptId } });
  expect(order.nextPollAt).not.toBeNull();
  await reconcileRefunds(receiptId);
  expect(await refundsOf(receiptId)).toMatchObject([
    { status: 'processed', providerRefundId: expect.stringMatching(/^rfnd_/) },
  ]);
  expect(await listPeriods(user.userId)).toMatchObject([{ status: 'expired' }]);
});

test('a refund that was made in the provider’s dashboard ends the plan, and only once', async () => {
  const { user, receiptId, paymentId } = await aPayer();
  refundPayment(provider.context, paymentId, {});
  await Promise.all([reconcileRefunds(receiptId), reconcileRefunds(receiptId)]);
  expect(await refundsOf(receiptId)).toMatchObject([
    { status: 'processed', amountPaise: 19_900, reason: "by the provider's dashboard" },
  ]);
  expect(await listPeriods(user.userId)).toMatchObject([{ status: 'expired' }]);
});

test('a requested refund and a refund made at Razorpay for the same payment are merged', async () => {
  const { call, receiptId, paymentId } = await aPayer();
  await call.post('/refunds', { reason: 'not delivered' });
  refundPayment(provider.context, paymentId, {});
  await reconcileRefunds(receiptId);
  expect(await refundsOf(receiptId)).toMatchObject([
    { status: 'processed', reason: 'not delivered' },
  ]);
});

test('if a refund made in the provider’s dashboard fails, the plan is restored', async () => {
  const { user, receiptId, paymentId } = await aPayer();
  const before = await listPeriods(user.userId);
  const refund = refundPayment(provider.context, paymentId, {});
  refund.status = 'pending';
  await reconcileRefunds(receiptId);
  expect(await listPeriods(user.userId)).toMatchObject([{ status: 'expired' }]);
  refund.status = 'failed';
  await reconcileRefunds(receiptId);
  expect(await listPeriods(user.userId)).toEqual(before);
});

test('a partial refund is recorded as an anomaly only once, and refunding the rest ends the plan', async () => {
  const { user, receiptId, paymentId } = await aPayer();
  refundPayment(provider.context, paymentId, { amount: 5_000 });
  await reconcileRefunds(receiptId);
  await reconcileRefunds(receiptId);
  expect(await faultsOf(receiptId)).toMatchObject([{ kind: 'refunded_in_part' }]);
  expect(await refundsOf(receiptId)).toEqual([]);
  expect(await listPeriods(user.userId)).toMatchObject([{ status: 'active' }]);
  refundPayment(provider.context, paymentId, {});
  await reconcileRefunds(receiptId);
  expect(await listPeriods(user.userId)).toMatchObject([{ status: 'expired' }]);
});

/** Makes a plan end in a day, so that it can be paid for again. */
async function endsTomorrow(userId: string) {
  const expiresAt = new Date(Date.now() + 86_400_000);
  await prisma.subscription.updateMany({ where: { userId }, data: { expiresAt } });
}

test('refunding the current month starts the paid next month at once; if the refund fails, both months are restored', async () => {
  const payer = await aPayer();
  const { userId } = payer.user;
  await endsTomorrow(userId);
  await pay(payer, 'Basic');
  const before = await listPeriods(userId);
  provider.faultSettings.refunds.set('failed', 1);
  await refundOrder(payer.receiptId);
  const [over, runs] = await listPeriods(userId);
  expect([over?.status, runs?.status]).toEqual(['expired', 'active']);
  expect(runs?.startedAt).toEqual(over?.expiresAt);
  expect(runs?.startedAt.getTime()).toBeLessThanOrEqual(Date.now());
  expect((await getSubscription(userId)).plan).toBe('Basic');
  await ended(payer.receiptId);
  expect(await listPeriods(userId)).toEqual(before);
});

test('a period can be cancelled before its start', async () => {
  const { user } = await aPayer();
  const startedAt = new Date(Date.now() + 86_400_000);
  const expiresAt = new Date(startedAt.getTime() + 86_400_000);
  const of = { where: { userId: user.userId } };
  await prisma.subscription.updateMany({ ...of, data: { startedAt, expiresAt } });
  const cancelled = await cancelSubscription(user.userId, undefined);
  expect(cancelled).toMatchObject({ plan: 'Basic', status: 'pending_cancellation' });
  expect(cancelled.expiryDate).toBe(expiresAt.toISOString());
});

test('refunding a plan that was upgraded takes its credit from the new plan, and refunding the upgrade restores the old plan', async () => {
  const payer = await aPayer('Basic');
  const { userId } = payer.user;
  const upgrade = await pay(payer, 'Pro');
  const upgraded = await listPeriods(userId);
  expect(upgraded[0]).toMatchObject({ creditedTo: upgraded[1]?.id });
  const credit = upgraded[0]?.creditedPaise ?? 0;
  expect(credit).toBeGreaterThan(19_000);

  provider.faultSettings.refunds.set('failed', 1);
  await refundOrder(payer.receiptId);
  const [, pro] = await listPeriods(userId);
  expect(pro?.valuePaise).toBe(99_900);
  expect(pro?.expiresAt.getTime()).toBeLessThan(upgraded[1]?.expiresAt.getTime() ?? 0);
  await ended(payer.receiptId);
  expect(await listPeriods(userId)).toEqual(upgraded);

  await refundOrder(upgrade.receiptId);
  expect((await getSubscription(userId)).plan).toBe('Basic');
  const basic = (await listPeriods(userId)).find(({ plan }) => plan.name === 'Basic');
  expect(basic).toMatchObject({ status: 'active', creditedTo: null, valuePaise: credit });
});
