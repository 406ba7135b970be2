import { z } from 'zod';
import { createKeyInput } from '#domain/identity/api-keys/contract.ts';
import { safeText } from '#domain/shared/text.ts';
import { dayInput } from './expiry-day.ts';

/** The form that creates a key. */
export const newKeyForm = z.object({
  name: createKeyInput.shape.name,
  description: safeText.trim().max(500, 'Please use at most 500 characters.').optional(),
  expiresOn: dayInput,
});

/** The form that changes a key. */
export const editKeyForm = newKeyForm.extend({ isActive: z.literal('on').optional() });
