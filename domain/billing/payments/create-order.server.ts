import { isRenewable } from '#domain/billing/subscriptions/is-renewable.server.ts';
import { DomainError, invariant } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { prisma, query } from '#platform/db.server.ts';
import { logger } from '#platform/logger.ts';
import { createRateLimiter } from '#platform/rate-limit.server.ts';
import type { CreateOrderInput, OrderOutput } from './contract.ts';
import { findOrCreateOpenOrder } from './find-or-create-open-order.server.ts';
import { pollDelayMs } from './poll-delay.ts';
import { createProviderOrder, ProviderError } from './razorpay.server.ts';
import { recordPaymentAnomaly } from './record-payment-anomaly.server.ts';

/** More than anybody needs who is not trying something. */
const limit = createRateLimiter('orders', { points: 30, seconds: 3_600 });

/** Of two that ask for the same order, the second answers what the first wrote. */
const name = `
  UPDATE orders SET
    next_poll_at = CASE WHEN provider_order_id IS NULL THEN $3 ELSE next_poll_at END,
    provider_order_id = coalesce(provider_order_id, $2)
  WHERE id = $1 RETURNING provider_order_id AS "providerOrderId"`;

/**
 * Makes an order for a month of a plan, here and at the payment provider. What it costs is read from the
 * plan; the amount that comes with the request must say the same. One that was made a moment ago and is
 * still open is given again.
 *
 * @throws DomainError `invalid_parameter`, `not_found`, `already_active`, `rate_limited`, `unavailable`
 */
export async function createOrder(
  userId: string,
  { amount, planId }: CreateOrderInput,
): Promise<OrderOutput> {
  const plan = await prisma.plan.findUnique({ where: { id: planId } });
  if (!plan?.isListed || plan.isDefault) {
    if (plan) await recordPaymentAnomaly({ kind: 'plan_not_offered', userId, detail: plan.name });
    throw new DomainError('not_found', {
      message: 'This plan does not exist or is not available.',
    });
  }
  if (plan.isContactSales) {
    const message = `The ${plan.name} plan is sold through our sales team. Please contact us.`;
    throw new DomainError('invalid_parameter', { param: 'planId', message });
  }
  if (Math.round(amount * 100) !== plan.pricePaise) {
    const detail = `${amount} rupees for ${plan.name}, which costs ${plan.pricePaise} paise`;
    await recordPaymentAnomaly({ kind: 'amount_changed', userId, detail });
    const message = 'The amount is not the price of this plan. Please look at the plans again.';
    throw new DomainError('invalid_parameter', { param: 'amount', message });
  }
  if (!(await isRenewable(userId, plan.id))) throw new DomainError('already_active');
  const taken = await limit.take(userId);
  if (!taken.allowed) {
    throw new DomainError('rate_limited', { retryAfterSeconds: taken.resetSeconds });
  }
  const order = await findOrCreateOpenOrder({
    userId,
    planId: plan.id,
    amountPaise: plan.pricePaise,
  });
  const orderId = order.providerOrderId ?? (await nameOrder(order.id, plan.pricePaise));
  return { amount: plan.pricePaise, orderId, receiptId: order.id };
}

type Named = { providerOrderId: string };

/** Makes the order at the provider, where its receipt makes doing that twice the same as once. */
async function nameOrder(id: string, amountPaise: number): Promise<string> {
  try {
    const made = await createProviderOrder(amountPaise, id);
    if (made.amount !== amountPaise)
      throw new ProviderError('refused', `${made.id} is of ${made.amount}`);
    const nextPollAt = new Date(clock.now().getTime() + (pollDelayMs(0, 0) ?? 0));
    const [order] = await query<Named>('name-order', name, [id, made.id, nextPollAt]);
    invariant(order, 'the order was written before');
    return order.providerOrderId;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // What it refuses, such as our key, is for the operator to mend: nobody can pay until then.
    logger[error.kind === 'refused' ? 'error' : 'warn']({ error }, 'an order could not be made');
    const message = 'The payment provider does not answer. Nothing was charged; please try again.';
    throw new DomainError('unavailable', { message, retryAfterSeconds: 10, cause: error });
  }
}
