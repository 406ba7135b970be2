import { data, redirect } from '@remix-run/node';
import { httpStatusByErrorCode } from '#app/api/http-status-by-error-code.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { paths } from '#app/paths.ts';
import { redirectWithToast } from '#app/session/toast.server.ts';
import { asUnavailable } from '#app/unavailable.server.ts';
import { getUser } from '#domain/billing/overview/get-user.ts';
import {
  currency,
  type OrderOutput,
  verifyPaymentInput,
} from '#domain/billing/payments/contract.browser.ts';
import { createOrder } from '#domain/billing/payments/create-order.ts';
import { razorpaySettings } from '#domain/billing/payments/settings.ts';
import { verifyPayment } from '#domain/billing/payments/verify-payment.ts';
import type { PlanOutput } from '#domain/billing/plans/contract.ts';
import { listPlans } from '#domain/billing/plans/read-plans.ts';
import { DomainError, invariant } from '#domain/shared/errors.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { visitedOrigin } from '#platform/http/request-target.ts';
import { logger } from '#platform/logger.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { type Checkout, type CheckoutReply, orderForm } from './contract.ts';

const changed =
  'This plan’s price changed while you were on the page. Please review the plans and try again.';

/**
 * The data of the checkout for an order.
 *
 * @param origin ours, to which the checkout returns
 */
async function describeCheckout(
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

/**
 * Creates the order.
 *
 * @param planId from the page's address; the price is read from the plan's row
 * @param request the visitor's; the checkout returns to the host name that they visited
 */
export async function order(userId: string, planId: string, form: FormData, request: Request) {
  try {
    const given = orderForm.safeParse({ amount: form.get('amount') });
    const plan = (await listPlans()).find(({ _id }) => _id === planId);
    if (!given.success || !plan) throw new DomainError('invalid_parameter', { message: changed });
    const input = { amount: given.data.amount, currency, planId: plan._id } as const;
    const createdOrder = await createOrder(userId, input);
    return data<CheckoutReply>({
      checkout: await describeCheckout(
        userId,
        plan,
        createdOrder,
        visitedOrigin(request, serverSettings.PUBLIC_URL),
      ),
    });
  } catch (thrown) {
    const error = asUnavailable(thrown);
    const known = error instanceof DomainError;
    if (!known) logger.error({ error }, 'creating an order failed');
    const message = known ? error.message : fallbacks.pay;
    return data<CheckoutReply>(
      { error: message },
      { status: known ? httpStatusByErrorCode[error.code] : 500 },
    );
  }
}

/** Verifies the checkout's result, and redirects to the payment status. */
export async function verify(userId: string, form: FormData) {
  const given = verifyPaymentInput.safeParse(Object.fromEntries(form));
  const { data: orderId = '' } = safeText.max(40).safeParse(form.get('order'));
  const failed = (message: string) =>
    redirectWithToast(paths.paymentFailed(encodeURIComponent(orderId)), {
      type: 'error',
      title: 'Error',
      message,
    });
  if (!given.success) return failed('Payment verification failed');
  try {
    const { status, orderId: ownOrderId } = await verifyPayment(userId, given.data);
    if (status !== 'failed') return redirect(paths.paymentStatus(ownOrderId));
    return failed('Payment verification failed');
  } catch (error) {
    if (error instanceof DomainError && error.code === 'signature_mismatch') {
      return failed(error.message);
    }
    // The payment's state is unknown: the 503 page asks to try again, instead of saying that it failed.
    if (isDatabaseUnavailable(error)) throw error;
    if (!(error instanceof DomainError)) logger.error({ error }, 'verifying a payment failed');
    return failed('Payment verification failed');
  }
}
