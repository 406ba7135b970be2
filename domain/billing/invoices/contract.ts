import { z } from 'zod';

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
