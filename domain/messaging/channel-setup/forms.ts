import { z } from 'zod';
import { bareCode } from '#domain/messaging/otp/bare-code.ts';
import { safeText } from '#domain/shared/text.ts';

/** The number that notifications are to go to. Whether it is one is found out by the server alone. */
export const numberForm = z.object({
  number: safeText
    .trim()
    .min(1, 'Please enter a phone number')
    .max(40, 'Please use at most 40 characters.'),
});

const notWhole = 'Please enter the whole code: it has 6 digits.';

/** The code that was sent to the number, typed or pasted with what stands around its digits. */
export const codeForm = z.object({
  code: z
    .string('Please enter the code')
    .max(40, notWhole)
    .transform(bareCode)
    .refine((digits) => /^\d{6}$/.test(digits), notWhole),
});

/** The address of an incoming webhook. */
export const slackForm = z.object({
  address: safeText
    .trim()
    .min(1, 'Please enter the address')
    .max(2_000, 'Please use at most 2,000 characters.'),
});
