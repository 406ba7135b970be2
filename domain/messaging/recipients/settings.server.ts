import { count, defineSettings } from '#platform/settings.ts';

/** How much one number may get in an hour, of all accounts together. */
export const recipientSettings = defineSettings({
  OTP_RECIPIENT_PER_HOUR: count.default(20),
  MESSAGE_RECIPIENT_PER_HOUR: count.default(120),
});
