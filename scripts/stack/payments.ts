import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Environment } from '../environment.ts';
import { sandboxUrl } from './sandbox-url.ts';
import type { Settings } from './settings.ts';

/**
 * The settings for payments through the sandbox, unless a key of Razorpay was set by hand. The secrets are
 * new each time: only the web, the worker and the sandbox need them.
 *
 * @param given the settings made by hand
 */
export function localPaymentSettings(settings: Settings, given: Environment) {
  if (given.RAZORPAY_KEY_ID) return {};
  const provider = `${sandboxUrl(settings)}/razorpay`;
  return {
    RAZORPAY_KEY_ID: 'rzp_test_dakiya',
    RAZORPAY_KEY_SECRET: randomBytes(24).toString('base64url'),
    RAZORPAY_WEBHOOK_SECRET: randomBytes(24).toString('base64url'),
    RAZORPAY_API_URL: provider,
    RAZORPAY_CHECKOUT_URL: `${provider}/checkout.js`,
    // Its orders outlive a restart, as ours do.
    SANDBOX_PAYMENTS_FILE: given.SANDBOX_PAYMENTS_FILE ?? join(settings.DATA_DIR, 'payments.json'),
  };
}
