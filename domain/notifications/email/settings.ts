import { z } from 'zod';
import { isExampleAddress } from '#platform/mail-settings.ts';
import { defineSettings } from '#platform/settings.ts';

/** Where users and the operator's anomalies are answered. */
export const supportSettings = defineSettings(
  { SUPPORT_EMAIL: z.email().default('support@dakiya.test') },
  {
    check: ({ SUPPORT_EMAIL }, { isProduction }) =>
      isProduction && isExampleAddress(SUPPORT_EMAIL)
        ? ['SUPPORT_EMAIL: set your own in production']
        : [],
  },
);
