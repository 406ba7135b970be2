import { razorpaySettings } from '#domain/billing/payments/settings.server.ts';

/** Whether somebody can pay online: whoever operates this has an account with the provider. */
export const isOnlinePaymentEnabled = (): boolean =>
  razorpaySettings.RAZORPAY_KEY_ID !== undefined &&
  razorpaySettings.RAZORPAY_KEY_SECRET !== undefined;
