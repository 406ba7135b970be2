import { findOrderByAnyId } from '#domain/billing/payments/find-orders.ts';
import { ProviderError } from '#domain/billing/payments/razorpay.ts';
import { declineRefund, refundOrder } from '#domain/billing/payments/request-refund.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { formatLongDate, formatPrice } from '#domain/shared/format.browser.ts';
import { printLine } from '../stack/terminal.ts';

/**
 * `order` is our id of the order, the provider's id of the order, or the id of the order's payment. `reason` is for the
 * audit trail.
 */
export type RefundArguments = { order: string; decline: boolean; reason: string | null };

export async function run({ order, decline, reason }: RefundArguments): Promise<number> {
  await (decline ? declineRequest(order, reason) : payBack(order, reason));
  return 0;
}

/** Prints why the order could not be refunded, and whether a retry is worthwhile. */
export function explain(error: unknown): number | null {
  if (!(error instanceof DomainError || error instanceof ProviderError)) return null;
  const isAway = error instanceof ProviderError && error.kind === 'unavailable';
  printLine(isAway ? `The payment provider did not answer: ${error.message}.` : error.message);
  if (!isAway) return 1;
  printLine('The result is unknown. Run the command again: the refund is made at most once.');
  return 3;
}

/**
 * Finds the order and prints its data.
 *
 * @returns our id of the order
 */
async function find(name: string): Promise<string> {
  const { id, user, plan, amountPaise, createdAt } = await findOrderByAnyId(name);
  const what = `${formatPrice(amountPaise)} for the plan ${plan.name}`;
  printLine(`Order ${id} of ${user.email}: ${what}, made on ${formatLongDate(createdAt)}.`);
  return id;
}

async function payBack(name: string, reason: string | null): Promise<void> {
  const { refundId, status } = await refundOrder(await find(name), reason);
  const outcome = {
    processed: 'The money is paid back',
    failed: 'The provider could not pay the money back. See the refund in the provider’s dashboard',
  }[status];
  const plan = status === 'failed' ? 'stays' : 'is over';
  printLine(
    `${outcome ?? 'The provider pays it back, in some days'}: refund ${refundId}. The plan that it paid for ${plan}.`,
  );
}

async function declineRequest(name: string, reason: string | null): Promise<void> {
  await declineRefund(await find(name), reason);
  printLine('Refund declined. No email was sent; please write to the user with the reason.');
}
