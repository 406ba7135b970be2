import { z } from 'zod';

/** How long a deletion can be undone, in days. */
export const undoDays = 14;

export const undoMs = undoDays * 24 * 3_600_000;

/** The form that asks for the deletion. An account without a password leaves it out. */
export const deletionForm = z.object({
  password: z.string().max(1_000).optional(),
  understood: z.literal('on', { error: 'Please tick the box to confirm' }),
});
