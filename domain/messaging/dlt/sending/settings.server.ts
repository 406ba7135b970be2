import { z } from 'zod';
import { defineSettings } from '#platform/settings.ts';

const timeOfDay = '([01]\\d|2[0-3]):[0-5]\\d';

export const dltSettings = defineSettings({
  /** The account whose templates are used by accounts without a header of their own. */
  DLT_INSTALLATION_ACCOUNT: z
    .string()
    .regex(/^usr_\w{1,40}$/, 'is the id of an account, usr_…')
    .optional(),
  /** Operators deliver promotional messages from 10:00 to 21:00 (October 2025), by India's clock. */
  PROMOTIONAL_HOURS: z
    .string()
    .regex(new RegExp(`^${timeOfDay}-${timeOfDay}$`), 'is two times such as 10:00-21:00')
    .default('10:00-21:00')
    .transform((text) => ({ from: text.slice(0, 5), to: text.slice(6) })),
});
