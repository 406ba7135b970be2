import { paths } from '#app/paths.ts';
import { getUser } from '#domain/billing/overview/get-user.ts';
import { currency, type OrderOutput } from '#domain/billing/payments/contract.browser.ts';
import { razorpaySettings } from '#domain/billing/payments/settings.ts';
import type { PlanOutput } from '#domain/billing/plans/contract.ts';
import { invariant } from '#domain/shared/errors.browser.ts';
import type { Checkout } from './contract.ts';

/**
 * The data of the checkout for an order.
 *
 * @param origin ours, to which the checkout returns
 */
export async function describeCheckout(
  userId: string,
  plan: PlanOutput,
  { amount, orderId, receiptId }: OrderOutput,
  origin: string,
): Promise<Checkout> {
  const { name, email } = await getUser(userId);
  invariant(razorpaySettings.RAZORPAY_KEY_ID, 'an order was made, so there is a key');
  const back = origin + paths.paymentCallback;
  return {
    scriptUrl: razorpaySettings.RAZORPAY_CHECKOUT_URL,
    hostedUrl: `${razorpaySettings.RAZORPAY_API_URL}/v1/checkout/embedded`,
    key: razorpaySettings.RAZORPAY_KEY_ID,
    ...{ orderId, receiptId, amount, currency },
    name: 'Dakiya',
    description: `${plan.name}, a month`,
    prefill: { name, email },
    callbackUrl: `${back}?order=${receiptId}`,
    cancelUrl: `${back}?plan=${plan._id}`,
  };
}
