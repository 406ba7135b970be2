import { z } from 'zod';
import { dayInput } from '#app/keys/expiry-day.ts';
import { createKeyInput } from '#domain/credentials/contract.ts';
import { safeText } from '#domain/shared/text.ts';

/** What the page asks for to make a key. */
export const newKeyForm = z.object({
  name: createKeyInput.shape.name,
  description: safeText.trim().max(500, 'Please use at most 500 characters.').optional(),
  expiresOn: dayInput,
});
