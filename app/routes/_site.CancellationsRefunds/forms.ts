import { refundInput } from '#domain/payments/contract.ts';
import { cancelInput } from '#domain/subscriptions/contract.ts';

/** What is asked of somebody who wants their money back. */
export const refundForm = refundInput;

/** What is asked of somebody who cancels. */
export const cancelForm = cancelInput;
