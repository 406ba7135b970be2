import type { Toast } from '#app/session/toast.ts';
import { refundInput } from '#domain/billing/payments/contract.browser.ts';
import { cancelInput } from '#domain/billing/subscriptions/contract.browser.ts';

/** The refund form. */
export const refundForm = refundInput;

/** The toast for a refund request without a reason. */
export const reasonMissing = (errors: string[]): Toast => ({
  type: 'error',
  title: 'Error',
  message: errors.join(' '),
});

/** The cancellation form. */
export const cancelForm = cancelInput;
