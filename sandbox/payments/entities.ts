/**
 * What the provider keeps, written as Razorpay writes it: amounts in paise, times in seconds since
 * 1970. Source: razorpay.com/docs/api, the pages on orders, payments and refunds.
 */

/** An empty object is written as an empty list, as Razorpay does. */
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

/** What differs by the way somebody pays. */
export type PaymentMethodFields = {
  method: Method;
  card_id: string | null;
  card?: Record<string, unknown>;
  bank: string | null;
  wallet: string | null;
  vpa: string | null;
  acquirer_data: Record<string, string | null>;
};

/** Why a payment failed; all null while none has. */
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
    /** What the provider keeps of the amount, with the tax on it; null until it is captured. */
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
