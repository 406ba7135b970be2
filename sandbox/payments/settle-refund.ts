import type { Payment, Refund } from './entities.ts';
import type { ProviderContext } from './provider-context.ts';
import { makeEvent } from './webhook-event.ts';

/**
 * Settles a refund.
 *
 * @param succeeded otherwise the amount is restored
 */
export function settleRefund(
  { sendWebhooks, changed }: ProviderContext,
  refund: Refund,
  payment: Payment,
  succeeded: boolean,
): void {
  if (succeeded) {
    refund.status = 'processed';
    refund.acquirer_data.arn = '10000000000000';
  } else {
    refund.status = 'failed';
    payment.amount_refunded -= refund.amount;
  }
  const isFull = payment.amount_refunded === payment.amount;
  payment.refund_status = isFull ? 'full' : payment.amount_refunded > 0 ? 'partial' : null;
  payment.status = isFull ? 'refunded' : 'captured';
  sendWebhooks([makeEvent(succeeded ? 'refund.processed' : 'refund.failed', { refund, payment })]);
  changed();
}
