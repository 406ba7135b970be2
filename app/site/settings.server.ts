import { z } from 'zod';
import { requireHttps } from '#platform/https-only.ts';
import { defineSettings } from '#platform/settings.ts';

/** Shown on the contact page outside production if the settings name no accounts. */
const exampleLinks = ['github.com/dakiya', 'www.linkedin.com/company/dakiya', 'x.com/dakiya'].map(
  (account) => `https://${account}`,
);

const links = z
  .string()
  .transform((text) => (text === 'none' ? [] : text.split(',').map((link) => link.trim())))
  .pipe(z.array(z.url({ protocol: /^https$/ })).max(8));

/** Links and external scripts of the public pages. */
export const siteSettings = defineSettings(
  {
    SOCIAL_LINKS: links.optional(),
    ANALYTICS_SCRIPT_URL: z.url({ protocol: /^https?$/ }).optional(),
    ANALYTICS_SITE_ID: z.string().max(100).optional(),
    /** Where `npm run status -- export` publishes the copy of the status page. */
    STATUS_COPY_URL: z.url({ protocol: /^https?$/ }).optional(),
  },
  {
    check: ({ ANALYTICS_SCRIPT_URL }, context) => requireHttps({ ANALYTICS_SCRIPT_URL }, context),
    complete: (values, { isProduction }) => ({
      ...values,
      SOCIAL_LINKS: values.SOCIAL_LINKS ?? (isProduction ? [] : exampleLinks),
    }),
  },
);
