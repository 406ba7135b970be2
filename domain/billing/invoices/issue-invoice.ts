import { z } from 'zod';
import { indiaOffsetMs } from '#domain/shared/days-in-india.browser.ts';
import { DomainError, invariant } from '#domain/shared/errors.browser.ts';
import { query, type Transaction } from '#platform/db.ts';
import { defineSettings } from '#platform/settings.ts';

const paise = z.int().nonnegative();

/**
 * A snapshot of the invoice data, taken when the order was paid. Later settings do not change it.
 */
export const invoiceDetails = z.object({
  seller: z.object({
    name: z.string(),
    address: z.string().nullable(),
    gstin: z.string().nullable(),
    /** Name and GST state code, such as `Maharashtra (27)`. */
    state: z.string().nullable(),
  }),
  buyer: z.object({ name: z.string(), email: z.string() }),
  description: z.string(),
  /** Our id of the order. `paymentId` is Razorpay's id of the payment. */
  orderId: z.string(),
  paymentId: z.string(),
  /** Null if the seller has no GSTIN, and so may not charge tax. */
  tax: z
    .object({
      /** Services Accounting Code. */
      sac: z.string(),
      /** The rate of CGST and SGST together, in percent. */
      rate: z.number(),
      taxablePaise: paise,
      centralPaise: paise,
      statePaise: paise,
    })
    .nullable(),
});

export type InvoiceDetails = z.infer<typeof invoiceDetails>;

export type Invoice = {
  /** The invoice number, such as `DK/26-27/000123`. */
  number: string;
  issuedAt: Date;
  totalPaise: number;
  details: InvoiceDetails;
};

type PaidOrder = {
  orderId: string;
  paymentId: string;
  paidAt: Date;
  amountPaise: number;
  planName: string;
  buyer: InvoiceDetails['buyer'];
};

/**
 * Takes the next number of a financial year. The year's row stays locked until the order's transaction ends. If that
 * transaction rolls back, the next invoice gets the number.
 */
const next = `
  INSERT INTO invoice_series (year, last) VALUES ($1, 1)
  ON CONFLICT (year) DO UPDATE SET last = invoice_series.last + 1
  RETURNING last`;

const insert = `
  INSERT INTO invoices (order_id, number, issued_at, total_paise, details)
  VALUES ($1, $2, $3, $4, $5)`;

/** The Indian financial year (April to March, IST), identified by the year in which it begins. */
export function financialYear(at: Date): number {
  const there = new Date(at.getTime() + indiaOffsetMs);
  return there.getUTCFullYear() - (there.getUTCMonth() < 3 ? 1 : 0);
}

/**
 * Formats an invoice number such as `DK/26-27/000123`. Rule 46 (b) of the CGST Rules requires numbers that are
 * consecutive within a financial year and have at most 16 characters: letters, digits, dash and slash. With a
 * two-character prefix, a serial number of 7 digits fits.
 *
 * @param prefix 1 or 2 characters
 * @param serial counts from 1
 */
export function invoiceNumber(prefix: string, year: number, serial: number): string {
  const short = (full: number) => String(full % 100).padStart(2, '0');
  return `${prefix}/${short(year)}-${short(year + 1)}/${String(serial).padStart(6, '0')}`;
}

/** A price split into taxable value and tax, in paise; the three parts add up to the price. */
type TaxSplit = {
  taxablePaise: number;
  /** Central tax (CGST), which equals the State or Union territory tax. */
  centralPaise: number;
  statePaise: number;
};

/**
 * Splits a tax-inclusive price. The two halves of the tax must be equal by law, so the taxable
 * value absorbs the rounding.
 *
 * @param rate in percent, both halves together
 */
export function splitTax(totalPaise: number, rate: number): TaxSplit {
  const half = Math.round((totalPaise * rate) / (100 + rate) / 2);
  return { taxablePaise: totalPaise - 2 * half, centralPaise: half, statePaise: half };
}

/** Settings of the seller and the tax. Without a GSTIN, invoices are plain and without tax. */
export const invoiceSettings = defineSettings(
  {
    SELLER_NAME: z.string().min(1).max(100).default('Dakiya'),
    SELLER_ADDRESS: z.string().max(300).optional(),
    SELLER_GSTIN: z
      .string()
      .regex(/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/, 'must be a GSTIN, 15 characters')
      .optional(),
    SELLER_STATE: z
      .string()
      .max(60)
      .regex(/^\S.* \(\d{2}\)$/, 'must be a State and its code, as in Maharashtra (27)')
      .optional(),
    INVOICE_PREFIX: z
      .string()
      .regex(/^[A-Z0-9]{1,2}$/, 'must be 1 or 2 capital letters or digits')
      .default('DK'),
    INVOICE_SAC: z
      .string()
      .regex(/^\d{4,6}$/, 'must be 4 to 6 digits')
      .default('998413'),
    GST_RATE: z.coerce.number().min(0).max(40).default(18),
  },
  { check: checkSeller },
);

type Seller = {
  SELLER_GSTIN?: string | undefined;
  SELLER_ADDRESS?: string | undefined;
  SELLER_STATE?: string | undefined;
};

/** Checks what a tax invoice requires: the seller's address and State, and a GSTIN that begins with the State's code. */
function checkSeller({ SELLER_GSTIN: gstin, ...seller }: Seller): string[] {
  if (!gstin) return [];
  const missing = (['SELLER_ADDRESS', 'SELLER_STATE'] as const)
    .filter((name) => !seller[name])
    .map((name) => `${name}: must be set together with SELLER_GSTIN`);
  const code = gstin.slice(0, 2);
  if (!seller.SELLER_STATE || seller.SELLER_STATE.endsWith(`(${code})`)) return missing;
  return [...missing, `SELLER_STATE: must have the code ${code}, with which SELLER_GSTIN begins`];
}

/**
 * Writes the invoice of an order, with the next number of the financial year.
 *
 * @param tx the transaction that completes the order, so that numbers have no gaps. Issue the invoice as the last step, so
 *   that parallel payments wait for the year's row only during the commit
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
 * @throws DomainError `not_found` if the user has no such order, or the order is not paid
 */
export async function getInvoice(userId: string, orderId: string): Promise<Invoice> {
  const [row] = await query<Row>('get-invoice', select, [orderId, userId]);
  if (!row) throw new DomainError('not_found');
  return { ...row, details: invoiceDetails.parse(row.details) };
}
