import { razorpaySettings } from '#domain/billing/payments/settings.server.ts';

/** Whether the settings have an account with the payment provider. */
export const isOnlinePaymentEnabled = (): boolean =>
  razorpaySettings.RAZORPAY_KEY_ID !== undefined &&
  razorpaySettings.RAZORPAY_KEY_SECRET !== undefined;
