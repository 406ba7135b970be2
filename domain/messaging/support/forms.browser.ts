import { z } from 'zod';
import { operatorReason } from '#domain/messaging/suspensions/contract.browser.ts';

/** The most that one credit adds, so that a typing error is noticed. */
const maxCredit = 1_000_000;

const amount = z.coerce
  .number('Please enter a number.')
  .int('Please enter a whole number.')
  .min(0, 'Please enter 0 or more.')
  .max(maxCredit, `Please enter at most ${maxCredit}.`)
  .default(0);

/** What an operator adds to the limits of an account's current usage month. */
export const creditForm = z
  .object({ messages: amount, apiCalls: amount, reason: operatorReason })
  .refine(({ messages, apiCalls }) => messages + apiCalls > 0, {
    message: 'Please enter messages or API calls.',
    path: ['messages'],
  });

export const planForm = z.object({
  plan: z.string().min(1, 'Please choose a plan.').max(64),
  months: z.coerce
    .number('Please enter a number.')
    .int('Please enter a whole number.')
    .min(1, 'Please enter at least 1.')
    .max(36, 'Please enter at most 36.')
    .default(1),
  reason: operatorReason,
});

/** A form that asks only for the reason. */
export const reasonForm = z.object({ reason: operatorReason });
