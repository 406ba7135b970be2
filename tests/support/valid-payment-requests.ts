import { createHmac } from 'node:crypto';
import { findPlanByName, type startPaymentStack } from '../harness/payment-stack.ts';
import type { CallerKind } from './client.ts';

/** A valid request. Omitted properties have the values that the endpoint declares. */
export type GoodRequest = {
  path?: string;
  body?: unknown;
  headers?: Record<string, string>;
  as?: CallerKind;
};

type Shop = Awaited<ReturnType<typeof startPaymentStack>>;

/** A valid request for each endpoint about payments, by a user without a payment. */
export function validPaymentRequests(
  shopOf: () => Shop,
): Record<string, () => Promise<GoodRequest>> {
  /** A user with an order, and the data that the checkout would return for its payment. */
  async function ordered() {
    const shop = shopOf();
    const { user, call } = await shop.aCustomer();
    const order = await shop.order(user);
    return { user, call, order, pay: () => shop.provider.pay(order.orderId) };
  }

  async function paid() {
    const { user, call, pay } = await ordered();
    await call.post('/payments/verify', pay());
    return user;
  }

  return {
    createPaymentOrder: async () => ({
      as: (await shopOf().aCustomer()).user,
      body: { amount: 199, planId: (await findPlanByName('Basic')).id },
    }),
    verifyPayment: async () => {
      const { user, pay } = await ordered();
      return { as: user, body: pay() };
    },
    receivePaymentWebhook: async () => {
      const body = JSON.stringify({ event: 'order.paid', payload: {} });
      const { webhookSecret } = shopOf().provider.options;
      const signature = createHmac('sha256', webhookSecret).update(body).digest('hex');
      const id = 'evt_of_the_matrix';
      return {
        body,
        headers: { 'x-razorpay-signature': signature, 'x-razorpay-event-id': id },
      };
    },
    renewSubscription: async () => ({
      as: await paid(),
      body: { plan: (await findPlanByName('Basic')).id },
    }),
    cancelSubscription: async () => ({ as: await paid(), body: {} }),
    requestRefund: async () => ({ as: await paid(), body: { reason: 'not delivered' } }),
  };
}
