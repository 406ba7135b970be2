import { z } from 'zod';
import { defineSettings } from '#platform/settings.ts';

/** Who sells, and at which tax. Without a GSTIN there are receipts instead of tax invoices. */
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

/** A tax invoice names the seller's address and State; a GSTIN begins with the State's code. */
function checkSeller({ SELLER_GSTIN: gstin, ...seller }: Seller): string[] {
  if (!gstin) return [];
  const missing = (['SELLER_ADDRESS', 'SELLER_STATE'] as const)
    .filter((name) => !seller[name])
    .map((name) => `${name}: must be set beside SELLER_GSTIN`);
  const code = gstin.slice(0, 2);
  if (!seller.SELLER_STATE || seller.SELLER_STATE.endsWith(`(${code})`)) return missing;
  return [...missing, `SELLER_STATE: must have the code ${code}, with which SELLER_GSTIN begins`];
}
