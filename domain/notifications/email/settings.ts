import { z } from 'zod';
import { isExampleAddress } from '#platform/mail-settings.ts';
import { defineSettings } from '#platform/settings.ts';

/** The email address of support, for questions of users and notices to the operator. */
export const supportSettings = defineSettings(
  { SUPPORT_EMAIL: z.email().default('support@dakiya.test') },
  {
    check: ({ SUPPORT_EMAIL }, { isProduction }) =>
      isProduction && isExampleAddress(SUPPORT_EMAIL)
        ? ['SUPPORT_EMAIL: set your own in production']
        : [],
  },
);
