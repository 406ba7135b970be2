import { createHmac, randomBytes } from 'node:crypto';

/**
 * Entities of the provider in Razorpay's format: amounts in paise, times in seconds since 1970. Source:
 * razorpay.com/docs/api, pages on orders, payments and refunds.
 */

/** Razorpay writes an empty object as an empty list. */
export type Notes = Record<string, string> | [];

export type Order = {
  id: string;
  entity: 'order';
  amount: number;
  amount_paid: number;
  amount_due: number;
  currency: string;
  receipt: string | null;
  offer_id: null;
  status: 'created' | 'attempted' | 'paid';
  attempts: number;
  notes: Notes;
  created_at: number;
};

export const methods = {
  card: 'Card',
  upi: 'UPI',
  netbanking: 'Net banking',
  wallet: 'Wallet',
} as const;

export type Method = keyof typeof methods;

export type Payment = {
  id: string;
  entity: 'payment';
  offer_id: string | null;
  amount: number;
  currency: string;
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
  order_id: string;
  method: Method;
  card_id: string | null;
  card?: Record<string, string>;
  bank: string | null;
  wallet: string | null;
  vpa: string | null;
  amount_refunded: number;
  refund_status: null | 'partial' | 'full';
  captured: boolean;
  description: string | null;
  email: string;
  contact: string;
  notes: Notes;
  /** The provider's fee including tax; null until the payment is captured. */
  fee: number | null;
  tax: number | null;
  /** Why the payment failed. This field and the following `error_` fields are null if the payment did not fail. */
  error_code: string | null;
  error_description: string | null;
  error_source: string | null;
  error_step: string | null;
  error_reason: string | null;
  created_at: number;
};

export type Refund = {
  id: string;
  entity: 'refund';
  amount: number;
  currency: string;
  payment_id: string;
  notes: Notes;
  receipt: string | null;
  created_at: number;
  status: 'pending' | 'processed' | 'failed';
  speed_requested: 'normal' | 'optimum';
};

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * An id in Razorpay's format: 14 letters and digits.
 *
 * @param prefix such as `order_`
 */
export function makeId(prefix = ''): string {
  let id = prefix;
  for (const octet of randomBytes(14)) id += alphabet[octet % alphabet.length];
  return id;
}

export const nowInSeconds = () => Math.floor(Date.now() / 1000);

/** Razorpay's signature of Checkout results and webhooks: HMAC-SHA256 in hex. */
export function sign(secret: string, content: string): string {
  return createHmac('sha256', secret).update(content).digest('hex');
}

type ErrorDetail = {
  /** The invalid parameter. */
  field?: string;
  status?: number;
  code?: 'BAD_REQUEST_ERROR' | 'SERVER_ERROR';
};

/** An error response of the provider, as an exception. */
export class ProviderError extends Error {
  readonly status: number;
  /** Razorpay's error format: razorpay.com/docs/errors. */
  readonly body: { error: Record<string, unknown> };

  /** @param description a message for the merchant */
  constructor(
    description: string,
    { field, status = 400, code = 'BAD_REQUEST_ERROR' }: ErrorDetail = {},
  ) {
    super(description);
    this.status = status;
    const about =
      status === 400
        ? { source: 'business', step: 'payment_initiation', reason: 'input_validation_failed' }
        : { source: 'NA', step: 'NA', reason: 'NA' };
    this.body = { error: { code, description, ...about, metadata: {}, ...(field && { field }) } };
  }
}
