import { DomainError, invariant } from '#domain/shared/errors.browser.ts';
import { query, type Transaction } from '#platform/db.ts';
import { type Invoice, type InvoiceDetails, invoiceDetails } from './contract.ts';
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

const select = `
  SELECT number, issued_at AS "issuedAt", total_paise AS "totalPaise", details
  FROM invoices JOIN orders ON orders.id = invoices.order_id
  WHERE invoices.order_id = $1 AND orders.user_id = $2`;

type Row = Omit<Invoice, 'details'> & { details: unknown };

/**
 * Returns the invoice of one of the user's own orders.
 *
 * @throws DomainError `not_found`, also if the order is not paid
 */
export async function getInvoice(userId: string, orderId: string): Promise<Invoice> {
  const [row] = await query<Row>('get-invoice', select, [orderId, userId]);
  if (!row) throw new DomainError('not_found');
  return { ...row, details: invoiceDetails.parse(row.details) };
}
