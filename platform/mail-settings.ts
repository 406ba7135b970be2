import { z } from 'zod';
import { product } from '#product.ts';
import { defineSettings } from './settings.ts';

/** Whether an address is our example address, which cannot receive mail because `.test` is reserved (RFC 6761). */
export const isExampleAddress = (address: string) =>
  address.replace(/>$/, '').endsWith(`@${product.slug}.test`);

export const mailSettings = defineSettings(
  {
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).default('smtp://127.0.0.1:2525'),
    MAIL_FROM: z.string().default(`${product.name} <post@${product.slug}.test>`),
  },
  {
    check: ({ MAIL_FROM }, { isProduction, isSet }) => {
      if (!isProduction) return [];
      const problems = isExampleAddress(MAIL_FROM) ? ['MAIL_FROM: set your own in production'] : [];
      // The default is the sandbox's mailbox, which users do not see.
      return isSet('SMTP_URL') ? problems : [...problems, 'SMTP_URL: set your own in production'];
    },
  },
);
