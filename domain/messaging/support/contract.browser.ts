import { z } from 'zod';
import { operatorReason } from '#domain/messaging/suspensions/contract.browser.ts';

/** Messages in the queue of an account are counted up to this number. */
export const maxCountedQueue = 10_000;

/** Failures are counted among this many of the newest messages, so that the page costs the same for every account. */
export const countedMessages = 1_000;

/** The maximum of one credit, so that a typing error is noticed. */
const maxCredit = 1_000_000;

/** A typed whole number. @param absent the value of an empty field */
const wholeNumber = (min: number, max: number, absent: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,7}$/, 'Please enter a whole number.')
    .default(absent)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `Please enter ${min} to ${max}.`);

const amount = wholeNumber(0, maxCredit, '0');

/** What an operator adds to the limits of an account's current usage month, or takes away from them. */
export const amountsForm = z
  .object({ messages: amount, apiCalls: amount, reason: operatorReason })
  .refine(({ messages, apiCalls }) => messages + apiCalls > 0, {
    message: 'Please enter messages or API calls.',
    path: ['messages'],
  });

export const planForm = z.object({
  plan: z.string().min(1, 'Please choose a plan.').max(64),
  months: wholeNumber(1, 36, '1'),
  reason: operatorReason,
});

/** A form that asks only for the reason. */
export const reasonForm = z.object({ reason: operatorReason });
