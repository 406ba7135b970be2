import { expect, test } from 'vitest';
import { startTestProvider } from './test-provider.ts';

/** A provider with a paid order of ₹199. */
async function aPaidOrder() {
  const provider = await startTestProvider();
  const { id } = await provider.order();
  const { razorpay_payment_id } = provider.pay(id);
  await provider.webhooks.settled();
  provider.arrivals.length = 0;
  return { ...provider, path: `/payments/${razorpay_payment_id}`, paymentId: razorpay_payment_id };
}

test('processes a full refund, sends its webhook and marks the payment refunded', async () => {
  const { sdk, paymentId, arrivals, receivedEvents, sums } = await aPaidOrder();
  const refund = await sdk.payments.refund(paymentId, { speed: 'normal', receipt: 'r1' });
  expect(refund).toMatchObject({
    entity: 'refund',
    amount: 19_900,
    payment_id: paymentId,
    status: 'processed',
    speed_requested: 'normal',
    receipt: 'r1',
    notes: [],
  });
  expect((await sdk.payments.fetchMultipleRefund(paymentId, {})).items).toEqual([refund]);
  expect(await sdk.payments.fetch(paymentId)).toMatchObject({
    status: 'refunded',
    amount_refunded: 19_900,
    refund_status: 'full',
  });
  expect(await receivedEvents()).toEqual(['refund.processed']);
  expect(JSON.parse(arrivals[0]?.body ?? '')).toMatchObject({
    contains: ['refund', 'payment'],
    payload: { refund: { entity: refund }, payment: { entity: { id: paymentId } } },
  });
  expect(sums()).toMatchObject({ captured: 19_900, refunded: 19_900, net: 0 });
});

test('parallel calls never refund more than was paid', async () => {
  const { api, path, sums } = await aPaidOrder();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => api(`${path}/refund`, { amount: 5_000 })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(answers.find(({ status }) => status === 400)?.body.error.description).toContain(
    'greater than the refund payment amount',
  );
  expect((await api(path)).body).toMatchObject({ refund_status: 'partial', status: 'captured' });
  expect((await api(`${path}/refund`, {})).body.amount).toBe(4_900);
  expect((await api(`${path}/refund`, {})).body.error.description).toContain('fully refunded');
  expect((await api(`${path}/refunds`)).body.count).toBe(4);
  expect(sums().net).toBe(0);
});

test('returns the same refund for a repeated key, and rejects a different request with that key', async () => {
  const { api, path, sums } = await aPaidOrder();
  const refund = (amount: number, key: string) =>
    api(`${path}/refund`, { amount }, { 'x-refund-idempotency': key });
  const first = await refund(5_000, 'refund-0001');
  expect(await refund(5_000, 'refund-0001')).toEqual(first);
  expect((await refund(6_000, 'refund-0001')).status).toBe(400);
  expect((await refund(5_000, 'short')).status).toBe(400);
  expect(sums().refunded).toBe(5_000);
  await refund(5_000, 'refund-0002');
  expect(sums().refunded).toBe(10_000);
});

test('restores the amount of a pending refund that fails', async () => {
  const { api, path, faultSettings, receivedEvents, sums, context, arrivals } = await aPaidOrder();
  faultSettings.refunds.set('failed', 1);
  const { body } = await api(`${path}/refund`, {});
  expect(body.status).toBe('pending');
  await expect.poll(() => arrivals.length).toBe(1);
  expect(await receivedEvents()).toEqual(['refund.failed']);
  expect(context.ledger.refunds.get(body.id)?.status).toBe('failed');
  expect((await api(path)).body).toMatchObject({ status: 'captured', refund_status: null });
  expect(sums()).toMatchObject({ refunded: 0, net: 19_900 });
});

test('rejects the refund of an uncaptured payment', async () => {
  const { api, order, pay, fail } = await startTestProvider();
  const { id } = await order();
  const failed = fail(id);
  const { razorpay_payment_id } = pay(id, { as: 'authorized' });
  for (const payment of [failed.id, razorpay_payment_id]) {
    expect((await api(`/payments/${payment}/refund`, {})).body.error.description).toBe(
      'The payment status should be captured for action to be taken',
    );
  }
});
