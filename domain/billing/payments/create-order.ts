import { recordAudit } from '#domain/audit/record-audit.ts';
import { isRenewable } from '#domain/billing/subscriptions/get-subscription.ts';
import { DomainError, invariant } from '#domain/shared/errors.browser.ts';
import { requireWithinLimit } from '#domain/shared/require-within-limit.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { createRateLimiter } from '#platform/limits/rate-limit.ts';
import { logger } from '#platform/logger.ts';
import type { CreateOrderInput, OrderOutput } from './contract.browser.ts';
import { createProviderOrder, ProviderError } from './razorpay.ts';
import { pollDelayMs } from './reconcile-order.ts';
import { recordPaymentAnomaly } from './settle-order.ts';

/** Limits orders per user; the limit is far above normal use. */
const limit = createRateLimiter('orders', { points: 30, seconds: 3_600 });

/**
 * Two parallel requests may create the same order at Razorpay. The first provider id is stored, and both requests return it.
 */
const setProviderOrderId = `
  UPDATE orders SET
    next_poll_at = CASE WHEN provider_order_id IS NULL THEN $3 ELSE next_poll_at END,
    provider_order_id = coalesce(provider_order_id, $2)
  WHERE id = $1 RETURNING provider_order_id AS "providerOrderId"`;

/**
 * How long a repeated request returns the same open order, in milliseconds. After this time, an order that has no provider
 * id is set to `failed`.
 */
const reuseForMs = 15 * 60_000;

type OrderKey = { userId: string; planId: string; amountPaise: number };
type OpenOrder = { id: string; providerOrderId: string | null };

const find = `
  SELECT id, provider_order_id AS "providerOrderId" FROM orders
  WHERE user_id = $1 AND plan_id = $2 AND amount_paise = $3 AND status <> 'completed'
    AND created_at > $4
  ORDER BY id DESC LIMIT 1`;

const insert = `
  INSERT INTO orders (id, user_id, plan_id, amount_paise, created_at, next_poll_at)
  VALUES ($1, $2, $3, $4, $5, $6)`;

/**
 * Returns the open order for the same plan and price, or creates one. The lock ensures that a double click creates only one
 * order.
 */
function findOrCreateOpenOrder({ userId, planId, amountPaise }: OrderKey): Promise<OpenOrder> {
  return transaction(
    async (tx) => {
      const now = clock.now();
      const since = new Date(now.getTime() - reuseForMs);
      const [open] = await query<OpenOrder>(
        'open-order',
        find,
        [userId, planId, amountPaise, since],
        tx,
      );
      if (open) return open;
      const id = newId('ord', now.getTime());
      const giveUpAt = new Date(now.getTime() + reuseForMs);
      await query('insert-order', insert, [id, userId, planId, amountPaise, now, giveUpAt], tx);
      await recordAudit(tx, {
        accountId: userId,
        action: 'order.create',
        targets: [{ type: 'order', id }],
        after: { plan: planId, amountPaise },
      });
      return { id, providerOrderId: null };
    },
    { lock: `order ${userId}` },
  );
}

/**
 * Creates an order for one month of a plan, here and at Razorpay. The amount in the request must equal the plan's price. If
 * the user has an open order for the plan from the last 15 minutes, returns that order.
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
    const message =
      'The amount is not the price of this plan. Please reload the plans and try again.';
    throw new DomainError('invalid_parameter', { param: 'amount', message });
  }
  if (!(await isRenewable(userId, plan.id))) throw new DomainError('already_active');
  requireWithinLimit(await limit.consume(userId));
  const order = await findOrCreateOpenOrder({
    userId,
    planId: plan.id,
    amountPaise: plan.pricePaise,
  });
  const orderId = order.providerOrderId ?? (await createAtProvider(order.id, plan.pricePaise));
  return { amount: plan.pricePaise, orderId, receiptId: order.id };
}

type Named = { providerOrderId: string };

/**
 * Creates the order at Razorpay. The receipt is unique there, so a repeated call returns the same
 * order.
 */
async function createAtProvider(id: string, amountPaise: number): Promise<string> {
  try {
    const created = await createProviderOrder(amountPaise, id);
    if (created.amount !== amountPaise)
      throw new ProviderError('rejected', `${created.id} has the amount ${created.amount}`);
    const nextPollAt = new Date(clock.now().getTime() + (pollDelayMs(0, 0) ?? 0));
    const [order] = await query<Named>('set-provider-order-id', setProviderOrderId, [
      id,
      created.id,
      nextPollAt,
    ]);
    invariant(order, 'the order row was inserted before');
    return order.providerOrderId;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // If Razorpay rejects the call, for example because our key is wrong, no user can pay until the operator has fixed
    // the cause.
    logger[error.kind === 'rejected' ? 'error' : 'warn'](
      { error },
      'could not create an order at the payment provider',
    );
    const message = 'The payment provider does not answer. Nothing was charged; please try again.';
    throw new DomainError('unavailable', { message, retryAfterSeconds: 10, cause: error });
  }
}
