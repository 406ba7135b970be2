import { z } from 'zod';
import { safeText } from '#domain/shared/text.ts';

/** The number that notifications are to go to. Whether it is one is found out by the server alone. */
export const numberForm = z.object({
  number: safeText
    .trim()
    .min(1, 'Please enter a phone number')
    .max(40, 'Please use at most 40 characters.'),
});

/** The code that was sent to the number, pasted with spaces or dashes or typed. */
export const codeForm = z.object({
  code: z
    .string('Please enter the code')
    .max(40, 'The code has 6 digits')
    .transform((typed) => typed.replace(/[\s-]/g, ''))
    .refine((digits) => /^\d{6}$/.test(digits), 'The code has 6 digits'),
});

/** The address of an incoming webhook. */
export const slackForm = z.object({
  address: safeText
    .trim()
    .min(1, 'Please enter the address')
    .max(2_000, 'Please use at most 2,000 characters.'),
});
