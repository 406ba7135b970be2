import { z } from 'zod';
import { senderId } from '#domain/sms/addresses.ts';
import { count, defineSettings } from '#platform/settings.ts';

export const otpSettings = defineSettings({
  OTP_SENDER_ID: senderId.default('DAKIYA'),
  OTP_TEMPLATE_ID: z.string().optional(),
  OTP_BRAND: z.string().trim().min(1).max(30).default('Dakiya'),
  OTP_TEXT: z
    .string()
    .includes('{code}')
    .default('{code} is your {brand} verification code. Do not share it with anyone.'),
  OTP_ACCOUNT_PER_HOUR: count.default(20_000),
  OTP_EMAIL_ACCOUNT_PER_HOUR: count.default(1_000),
  OTP_MAX_PER_CLIENT_IP_PER_HOUR: count.default(60_000),
  OTP_MAX_PER_END_USER_PER_HOUR: count.default(100),
  OTP_MAX_PER_NUMBER_RANGE_PER_HOUR: count.default(50),
  OTP_THROTTLE_MIN_CODES: count.default(100),
  OTP_THROTTLE_BELOW_PERCENT: z.coerce.number().int().min(0).max(100).default(20),
  OTP_THROTTLED_PER_MINUTE: count.default(10),
});
