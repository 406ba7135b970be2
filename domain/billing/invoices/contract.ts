import { z } from 'zod';

const paise = z.int().nonnegative();

/** What stands in an invoice, as it was when the order was paid: frozen, whatever is set later. */
export const invoiceDetails = z.object({
  seller: z.object({
    name: z.string(),
    address: z.string().nullable(),
    gstin: z.string().nullable(),
    /** With its code, such as `Maharashtra (27)`. */
    state: z.string().nullable(),
  }),
  buyer: z.object({ name: z.string(), email: z.string() }),
  description: z.string(),
  /** The order here, and the payment at the provider. */
  orderId: z.string(),
  paymentId: z.string(),
  /** Null where the seller has no GSTIN, and so may not ask for tax. */
  tax: z
    .object({
      /** Accounting code of the service. */
      sac: z.string(),
      /** In percent, both halves together. */
      rate: z.number(),
      taxablePaise: paise,
      centralPaise: paise,
      statePaise: paise,
    })
    .nullable(),
});

export type InvoiceDetails = z.infer<typeof invoiceDetails>;

export type Invoice = {
  /** Such as `DK/26-27/000123`. */
  number: string;
  issuedAt: Date;
  totalPaise: number;
  details: InvoiceDetails;
};
