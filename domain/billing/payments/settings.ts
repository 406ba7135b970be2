import { z } from 'zod';
import { requireHttps } from '#platform/https-only.ts';
import { defineSettings } from '#platform/settings.ts';

const webhookSecrets = z
  .string()
  .transform((secrets) => secrets.split(',').map((secret) => secret.trim()))
  .pipe(z.array(z.string().min(1)).max(2));

/** The account at Razorpay. Without key and secret, users cannot pay online. */
export const razorpaySettings = defineSettings(
  {
    RAZORPAY_KEY_ID: z.string().optional(),
    RAZORPAY_KEY_SECRET: z.string().optional(),
    /** One secret, or two while the operator replaces the first with the second. */
    RAZORPAY_WEBHOOK_SECRET: webhookSecrets.optional(),
    RAZORPAY_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.razorpay.com'),
    RAZORPAY_CHECKOUT_URL: z
      .url({ protocol: /^https?$/ })
      .default('https://checkout.razorpay.com/v1/checkout.js'),
    PAYMENT_SUPPORT_URL: z.url().default('https://razorpay.com/support/'),
  },
  {
    check: ({ RAZORPAY_API_URL, RAZORPAY_CHECKOUT_URL, ...values }, context) => {
      const problems = requireHttps({ RAZORPAY_API_URL, RAZORPAY_CHECKOUT_URL }, context);
      if (!context.isProduction) return problems;
      if (values.RAZORPAY_KEY_SECRET === 'sandbox') {
        problems.push('RAZORPAY_KEY_SECRET: set your own in production, or none');
      }
      if (values.RAZORPAY_WEBHOOK_SECRET?.includes('sandbox')) {
        problems.push('RAZORPAY_WEBHOOK_SECRET: set your own in production, or none');
      }
      return problems;
    },
  },
);

/** Whether the settings have an account with the payment provider. */
export const isOnlinePaymentEnabled = (): boolean =>
  razorpaySettings.RAZORPAY_KEY_ID !== undefined &&
  razorpaySettings.RAZORPAY_KEY_SECRET !== undefined;
