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

/** Fields that depend on the payment method. */
export type PaymentMethodFields = {
  method: Method;
  card_id: string | null;
  card?: Record<string, unknown>;
  bank: string | null;
  wallet: string | null;
  vpa: string | null;
  acquirer_data: Record<string, string | null>;
};

/** Why a payment failed; all null unless it did. */
export type PaymentError = {
  error_code: string | null;
  error_description: string | null;
  error_source: string | null;
  error_step: string | null;
  error_reason: string | null;
};

export type Payment = PaymentMethodFields &
  PaymentError & {
    id: string;
    entity: 'payment';
    offer_id: string | null;
    amount: number;
    currency: string;
    status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
    order_id: string;
    invoice_id: null;
    international: boolean;
    amount_refunded: number;
    refund_status: null | 'partial' | 'full';
    captured: boolean;
    description: string | null;
    email: string;
    contact: string;
    notes: Notes;
    /** The provider's fee including tax; null until captured. */
    fee: number | null;
    tax: number | null;
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
  acquirer_data: { arn: string | null };
  created_at: number;
  batch_id: null;
  status: 'pending' | 'processed' | 'failed';
  speed_requested: 'normal' | 'optimum';
  speed_processed: 'normal' | 'instant';
};
