import { env } from '#platform/env.ts';

/** Whether somebody can pay online: whoever operates this has an account with the provider. */
export const isOnlinePaymentEnabled = (): boolean =>
  env.RAZORPAY_KEY_ID !== undefined && env.RAZORPAY_KEY_SECRET !== undefined;
