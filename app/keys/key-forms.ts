import { z } from 'zod';
import { modes } from '#app/dashboard/mode/modes.ts';
import { createKeyInput, maxOverlapHours } from '#domain/identity/api-keys/contract.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { accessFields, checkAccess, dayInput } from './access-form.ts';

const named = {
  name: createKeyInput.shape.name,
  description: safeText.trim().max(500, 'Please use at most 500 characters.').optional(),
  expiresOn: dayInput,
};

/** The form that creates a key. */
export const newKeyForm = z
  .object({
    ...named,
    mode: z.enum(modes, 'Please choose a live key or a test key'),
    ...accessFields,
  })
  .superRefine(checkAccess);

/** The form that changes a key. */
export const editKeyForm = z.object({
  ...named,
  isActive: z.literal('on').optional(),
  /**
   * Whether the form showed it as active, so that only what a person has changed is stored. A form of an earlier release
   * does not say it, and changes only the rest.
   */
  shownActive: z.enum(['on', 'off']).optional(),
});

/** The form that changes what a key may do. */
export const accessForm = z.object(accessFields).superRefine(checkAccess);

/** The overlaps that the form offers; the API takes any number of hours. */
export const overlaps = [
  { value: '0', label: 'Ends at once' },
  { value: '1', label: 'Works for one more hour' },
  { value: '24', label: 'Works for 24 more hours' },
  { value: '72', label: 'Works for 3 more days' },
  { value: String(maxOverlapHours), label: 'Works for 7 more days' },
] as const;

/** The form that rolls a key. */
export const rollForm = z.object({
  overlapHours: z.enum(
    overlaps.map(({ value }) => value),
    'Please pick a time from the list',
  ),
  /** When the key was last rolled, as the page shows it: sent twice, the form rolls it once. */
  rolledAt: safeText.max(40).optional(),
});
