import { z } from 'zod';
import { defineSettings } from '#platform/settings.ts';

/** How long the records of deleted accounts are kept. */
export const recordSettings = defineSettings({
  /**
   * Whole financial years. The Companies Act, section 128 (5), wants books of account for eight; the CGST Act, section 36,
   * wants records for 72 months after the annual return is due.
   */
  BILLING_RECORDS_YEARS: z.coerce.number().int().min(1).max(30).default(8),
});
