import { z } from 'zod';
import { operatorReason as reason } from '#domain/messaging/suspensions/contract.browser.ts';

const json = z
  .string({ error: 'Please enter the settings' })
  .trim()
  .min(1, 'Please enter the settings')
  .max(100_000, 'Please use at most 100,000 characters');

/** A carrier or route, as JSON in the form that `npm run carrier` reads. */
export const settingsForm = z.object({ json, reason });

/** Removes the route with this name. */
export const removeRouteForm = z.object({ route: z.string().min(1).max(64), reason });

/** A text of one segment that is sent over a carrier, without a charge and without a row in a log. */
export const testMessageForm = z.object({
  to: z.string({ error: 'Please enter a number' }).trim().min(1).max(20),
  sender: z.string({ error: 'Please enter a header' }).trim().min(1).max(11),
  text: z.string({ error: 'Please enter a text' }).min(1).max(160),
  templateId: z.string().trim().max(30).optional(),
});
