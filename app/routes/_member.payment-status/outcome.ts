import type { OrderDetails } from '#domain/billing/payments/contract.ts';

export type Outcome = 'success' | 'failed' | 'pending';

const outcomes = { completed: 'success', failed: 'failed', pending: 'pending' } as const;

/**
 * What is told of an order.
 *
 * @param verified `no` where what the checkout handed over did not fit: for as long as nothing better
 *   is known, that is a failure
 */
export function toPaymentOutcome(
  { status }: Pick<OrderDetails, 'status'>,
  verified: string | null,
): Outcome {
  return status === 'pending' && verified === 'no' ? 'failed' : outcomes[status];
}
