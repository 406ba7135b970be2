import { z } from 'zod';
import { safeText } from '#domain/shared/text.browser.ts';
import { normalizeCode } from '#domain/sms/digits.browser.ts';

/** The number for SMS notifications. Only the server checks whether it is a valid mobile number. */
export const numberForm = z.object({
  number: safeText
    .trim()
    .min(1, 'Please enter a phone number')
    .max(40, 'Please use at most 40 characters.'),
});

const incomplete = 'Please enter the whole code: it has 6 digits.';

/** The code that was sent to the number; characters around its digits are ignored. */
export const codeForm = z.object({
  code: z
    .string('Please enter the code')
    .max(40, incomplete)
    .transform(normalizeCode)
    .refine((digits) => /^\d{6}$/.test(digits), incomplete),
});

/** The URL of an incoming webhook. */
export const slackForm = z.object({
  address: safeText
    .trim()
    .min(1, 'Please enter the address')
    .max(2_000, 'Please use at most 2,000 characters.'),
});

/** The ids of the forms. The server's replies name the form by its id. */
export const formIds = { number: 'sms-number', code: 'sms-code', slack: 'slack-address' };
