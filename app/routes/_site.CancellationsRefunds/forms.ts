import type { Toast } from '#app/session/toast.ts';
import { refundInput } from '#domain/billing/payments/contract.ts';
import { cancelInput } from '#domain/billing/subscriptions/contract.ts';

/** What is asked of somebody who wants their money back. */
export const refundForm = refundInput;

/** What is said, beside the field and as a toast, of a refund without a reason. */
export const reasonMissing = (faults: string[]): Toast => ({
  type: 'error',
  title: 'Error',
  message: faults.join(' '),
});

/** What is asked of somebody who cancels. */
export const cancelForm = cancelInput;
