import { z } from 'zod';
import { createKeyInput } from '#domain/identity/api-keys/contract.ts';
import { safeText } from '#domain/shared/text.ts';
import { dayInput } from './expiry-day.ts';

/** What the page asks for to make a key. */
export const newKeyForm = z.object({
  name: createKeyInput.shape.name,
  description: safeText.trim().max(500, 'Please use at most 500 characters.').optional(),
  expiresOn: dayInput,
});

/** What can be changed of a key. */
export const editKeyForm = newKeyForm.extend({ isActive: z.literal('on').optional() });
