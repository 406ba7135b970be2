import { z } from 'zod';
import { requiredText, safeText } from '#domain/shared/text.browser.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    ord: 'orders';
    rfd: 'refunds';
  }
}

/** The only supported currency. */
export const currency = 'INR';

export const createOrderInput = z.object({
  amount: z
    .number()
    .positive()
    .max(10_000_000)
    .meta({ description: 'The amount in rupees: `numericPrice` of the plan.', example: 999 }),
  currency: z.literal(currency).default(currency),
  planId: safeText.max(40).meta({ example: 'pln_01KAF9V7Z5W3N8Q2R4T6Y8B0CD' }),
});

export type CreateOrderInput = z.infer<typeof createOrderInput>;

/** An order that is not paid yet. */
export const orderOutput = z.object({
  amount: z
    .int()
    .meta({ description: 'The amount in paise, hundredths of a rupee.', example: 99_900 }),
  orderId: z.string().meta({
    description: 'Razorpay’s id of the order, which Razorpay’s checkout needs.',
    example: 'order_QK1sVhAbCdEf12',
  }),
  receiptId: z.string().meta({
    description: 'Dakiya’s id of the order, as in `/payment-status?order=`.',
    example: 'ord_01KAF9V7Z5W3N8Q2R4T6Y8B0CD',
  }),
});

export type OrderOutput = z.infer<typeof orderOutput>;

export const verifyPaymentInput = z.object({
  razorpay_payment_id: safeText.min(1).max(60).meta({ example: 'pay_QK1tXyAbCdEf34' }),
  razorpay_order_id: safeText.min(1).max(60).meta({ example: 'order_QK1sVhAbCdEf12' }),
  razorpay_signature: safeText
    .min(1)
    .max(128)
    .meta({ example: '9ef4dffbfd84f1318f6739a3ce19f9d85851857ae648f114332d8401e0949a3d' }),
});

export type VerifyPaymentInput = z.infer<typeof verifyPaymentInput>;

/** The status of an order for its owner: `success` once the plan is active. */
export const verifyPaymentOutput = z.object({
  status: z.enum(['success', 'pending', 'failed']).meta({
    description:
      '`success`: the plan is active. `pending`: Razorpay has not confirmed the payment yet; Dakiya checks again automatically.',
    example: 'success',
  }),
  orderId: z
    .string()
    .meta({ description: 'Dakiya’s id of the order.', example: 'ord_01KAF9V7Z5W3N8Q2R4T6Y8B0CD' }),
});

export type VerifyPaymentOutput = z.infer<typeof verifyPaymentOutput>;

/** An order as its owner sees it. */
export type OrderDetails = {
  id: string;
  /** Pending until it is paid or can no longer be paid. */
  status: 'pending' | 'failed' | 'completed';
  /** Whether the order is pending and all attempts to pay it were declined. */
  isDeclined: boolean;
  planId: string;
  planName: string;
  amountPaise: number;
  createdAt: Date;
  paidAt: Date | null;
  /** The payment that completed the order, or else the last attempt. */
  paymentId: string | null;
  /** The payment method of the payment `paymentId`, in Razorpay's terms, such as `upi`. */
  method: string | null;
  /** The reason why the last attempt failed, in Razorpay's words. */
  failure: string | null;
  refund: { status: RefundOutput['status']; createdAt: Date; settledAt: Date | null } | null;
};

export const refundInput = z.object({
  reason: requiredText('Please provide a reason for your refund request.')
    .trim()
    .min(1, 'Please provide a reason for your refund request.')
    .max(2_000)
    .meta({ example: 'The plan was paid for twice.' }),
  orderId: safeText.max(40).optional().meta({
    description: 'Dakiya’s id of the order. Default: the last paid order that is not refunded yet.',
    example: 'ord_01KAF9V7Z5W3N8Q2R4T6Y8B0CD',
  }),
});

export type RefundInput = z.infer<typeof refundInput>;

export const refundOutput = z.object({
  refundId: z.string().meta({ example: 'rfd_01KAF9V7Z5W3N8Q2R4T6Y8B0CD' }),
  orderId: z.string().meta({ example: 'ord_01KAF9V7Z5W3N8Q2R4T6Y8B0CD' }),
  status: z.enum(['requested', 'pending', 'processed', 'failed', 'declined']),
});

export type RefundOutput = z.infer<typeof refundOutput>;

/**
 * The fields that we read from a webhook event of the payment provider. An event without one of our orders is stored, and has
 * no other effect.
 */
export const webhookInput = z.object({
  event: safeText.max(100).meta({ example: 'payment.captured' }),
  payload: z
    .object({
      payment: z.object({ entity: z.object({ order_id: safeText.nullish() }) }).optional(),
      order: z.object({ entity: z.object({ id: safeText }) }).optional(),
    })
    .catch({}),
});

export type WebhookInput = z.infer<typeof webhookInput>;

/** Payments and requests that did not match an order, and that the operator should check. */
export const paymentAnomalyKinds = [
  'amount_changed',
  'plan_not_offered',
  'foreign_order',
  'signature_mismatch',
  'webhook_signature_mismatch',
  'payment_mismatch',
  'payment_unreadable',
  'paid_twice',
  'capture_refused',
  'refund_failed',
  'refunded_in_part',
  'account_deleted',
] as const;

export type PaymentAnomalyKind = (typeof paymentAnomalyKinds)[number];
