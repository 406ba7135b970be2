import { z } from 'zod';
import { isStorable } from '#platform/storable-text.ts';

/** Text that PostgreSQL can store and a carrier can encode: no NUL, and no half of a surrogate pair. */
export const safeText = z
  .string()
  .refine(isStorable, { message: 'must not contain NUL or broken Unicode' });
