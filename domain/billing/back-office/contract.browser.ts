import { z } from 'zod';
import type { PaymentAnomalyKind } from '#domain/billing/payments/contract.browser.ts';
import { requiredText, withLf } from '#domain/shared/text.browser.ts';

/** The states by which orders are filtered: those of the order, and of its refund. */
export const orderFilters = {
  paid: 'Paid',
  pending: 'Pending',
  failed: 'Failed',
  refund_requested: 'Refund requested',
  refund_pending: 'Refund pending',
  refunded: 'Refunded',
} as const;

export type OrderFilter = keyof typeof orderFilters;

/** What each kind of anomaly means, and what to do. */
export const anomalyAdvice: Record<PaymentAnomalyKind, { title: string; advice: string }> = {
  plan_not_offered: {
    title: 'Plan not on offer',
    advice:
      'A user tried to order a plan that is not offered, or no longer. Do nothing, unless the plan was taken off offer by mistake.',
  },
  amount_changed: {
    title: 'Amount differs from the price',
    advice:
      'Nothing was charged. A single case is a page that was loaded before the price changed. Many cases of one user are an attempt to pay less: look at the account.',
  },
  foreign_order: {
    title: 'Payment for another account’s order',
    advice: 'No plan was given. Look at the account that submitted the payment.',
  },
  signature_mismatch: {
    title: 'Checkout not signed by the provider',
    advice:
      'For one user, the response was forged. For all users, RAZORPAY_KEY_SECRET was replaced at the provider and not here. Users who paid get their plan by polling.',
  },
  webhook_signature_mismatch: {
    title: 'Webhook not signed by the provider',
    advice:
      'A single webhook was forged. If all fail, RAZORPAY_WEBHOOK_SECRET differs from the secret in the provider’s dashboard.',
  },
  payment_mismatch: {
    title: 'Captured payment does not match',
    advice:
      'Money was taken and no plan was given. Check the payment in the provider’s dashboard, and refund it there.',
  },
  payment_unreadable: {
    title: 'Payment attempt cannot be read',
    advice:
      'The other attempts were processed. If this one took money, complete or refund it in the provider’s dashboard.',
  },
  paid_twice: {
    title: 'Paid twice',
    advice:
      'Refund the payment that the detail names first, in the provider’s dashboard. Do not refund the order here: that would end the plan.',
  },
  capture_refused: {
    title: 'Payment could not be captured',
    advice:
      'Usually the order is complete already. Otherwise the provider releases the money automatically: tell the user.',
  },
  refund_failed: {
    title: 'Refund failed',
    advice:
      'The account has its plan again, unless the detail says otherwise. Find the reason in the provider’s dashboard, then refund the order again.',
  },
  refunded_in_part: {
    title: 'Refunded in part',
    advice:
      'The plan stays. If the partial refund was a mistake, refund the rest in the provider’s dashboard too; then the plan ends.',
  },
  account_deleted: {
    title: 'Paid after the account was deleted',
    advice:
      'No plan was given. Refund the payment in the provider’s dashboard. If a payment is only authorized, the provider releases it automatically.',
  },
};

const limit = (what: string) =>
  z
    .string({ error: `Please enter ${what}` })
    .trim()
    .regex(/^\d{1,9}$/, 'Please enter a whole number of at most nine digits')
    .transform(Number);

/** The form of a new version of a plan. */
export const planVersionInput = z.object({
  description: requiredText('Please enter the description')
    .trim()
    .min(1, 'Please enter the description')
    .max(200, 'Please enter at most 200 characters'),
  /** In rupees; 0 for a plan that is negotiated, or the default plan. */
  price: z
    .string({ error: 'Please enter the price' })
    .trim()
    .regex(/^\d{1,7}(?:\.\d{1,2})?$/, 'Please enter rupees, with at most two decimals')
    .transform(Number),
  messageLimit: limit('the messages a month'),
  apiCallLimit: limit('the API calls a month'),
  /** One feature per line. */
  features: requiredText('Please enter the features').transform((text) =>
    withLf(text)
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
  reason: requiredText('Please enter the reason')
    .trim()
    .min(1, 'Please enter the reason')
    .max(300, 'Please enter at most 300 characters'),
});

export type PlanVersionInput = z.output<typeof planVersionInput>;

/** A month in India, such as `2026-11`. */
export const monthInput = z.string().regex(/^20\d\d-(?:0[1-9]|1[0-2])$/);
