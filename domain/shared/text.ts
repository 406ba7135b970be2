import { z } from 'zod';

/**
 * Text that PostgreSQL can keep and a carrier can encode: no NUL, and no half of a surrogate
 * pair, which has no UTF-8 form.
 */
export const safeText = z.string().refine((text) => !text.includes('\0') && text.isWellFormed(), {
  message: 'must not contain NUL or broken Unicode',
});
