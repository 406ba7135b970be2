import { invariant } from '#domain/shared/errors.browser.ts';
import { query, type Transaction } from '#platform/db.ts';
import type { InvoiceDetails } from './contract.ts';
import { financialYear, invoiceNumber, splitTax } from './number-and-tax.ts';
import { invoiceSettings } from './settings.ts';

type PaidOrder = {
  orderId: string;
  paymentId: string;
  paidAt: Date;
  amountPaise: number;
  planName: string;
  buyer: InvoiceDetails['buyer'];
};

/**
 * The row lock on the year lasts until the order's transaction ends; a rollback releases the
 * number.
 */
const next = `
  INSERT INTO invoice_series (year, last) VALUES ($1, 1)
  ON CONFLICT (year) DO UPDATE SET last = invoice_series.last + 1
  RETURNING last`;

const insert = `
  INSERT INTO invoices (order_id, number, issued_at, total_paise, details)
  VALUES ($1, $2, $3, $4, $5)`;

/**
 * Writes the invoice of an order, with the next number of the financial year.
 *
 * @param tx the transaction that completes the order. This must be its last step: numbers then have
 *   no gaps, and parallel payments wait for the series row no longer than one commit.
 */
export async function issueInvoice(paid: PaidOrder, tx: Transaction): Promise<void> {
  const { orderId, paidAt, amountPaise } = paid;
  const year = financialYear(paidAt);
  const [series] = await query<{ last: number }>('next-invoice', next, [year], tx);
  invariant(series, 'the upsert returns the series row');
  const number = invoiceNumber(invoiceSettings.INVOICE_PREFIX, year, series.last);
  const details = JSON.stringify(toInvoiceDetails(paid));
  await query('insert-invoice', insert, [orderId, number, paidAt, amountPaise, details], tx);
}

function toInvoiceDetails({
  orderId,
  paymentId,
  amountPaise,
  planName,
  buyer,
}: PaidOrder): InvoiceDetails {
  const rate = invoiceSettings.GST_RATE;
  return {
    seller: {
      name: invoiceSettings.SELLER_NAME,
      address: invoiceSettings.SELLER_ADDRESS ?? null,
      gstin: invoiceSettings.SELLER_GSTIN ?? null,
      state: invoiceSettings.SELLER_STATE ?? null,
    },
    buyer,
    description: `Dakiya ${planName}: SMS and OTP API, one month`,
    orderId,
    paymentId,
    tax: invoiceSettings.SELLER_GSTIN
      ? { sac: invoiceSettings.INVOICE_SAC, rate, ...splitTax(amountPaise, rate) }
      : null,
  };
}
