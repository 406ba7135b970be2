import { z } from 'zod';
import { defineSettings } from '#platform/settings.ts';

/**
 * A number of days. A shorter retention than 30 days would delete messages that may still change (`live-ids.ts`). More than
 * 20 years is probably a typing error.
 */
const days = z.coerce.number().int().min(30).max(7_300);

/** How long messages are kept. */
export const retentionSettings = defineSettings(
  {
    MESSAGE_RETENTION_DAYS: days.default(400),
    /**
     * The shortest retention that an account may choose. The default is a year, because providers must keep their logs for
     * a year (DPDP Rules 2025, rule 8).
     */
    MESSAGE_RETENTION_MIN_DAYS: days.default(365),
    /** `required`: only archived months are deleted (`npm run archive`). */
    MESSAGE_ARCHIVE: z.enum(['optional', 'required']).default('optional'),
  },
  {
    check: ({ MESSAGE_RETENTION_DAYS: all, MESSAGE_RETENTION_MIN_DAYS: least }) =>
      least > all
        ? ['MESSAGE_RETENTION_MIN_DAYS: must not be more than MESSAGE_RETENTION_DAYS']
        : [],
  },
);
