import type { OrderDetails } from '#domain/billing/payments/contract.browser.ts';

export type Outcome = 'success' | 'failed' | 'pending';

const outcomes = { completed: 'success', failed: 'failed', pending: 'pending' } as const;

/**
 * The outcome to display for an order. One that was declined can still be paid: then it is a success.
 *
 * @param verified `no` if the checkout's signature could not be verified: a pending order is then shown as
 *   failed
 */
export function toPaymentOutcome(
  { status, isDeclined }: Pick<OrderDetails, 'status' | 'isDeclined'>,
  verified: string | null,
): Outcome {
  return status === 'pending' && (isDeclined || verified === 'no') ? 'failed' : outcomes[status];
}
