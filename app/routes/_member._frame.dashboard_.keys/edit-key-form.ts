import { z } from 'zod';
import { newKeyForm } from '../new-api/new-key-form.ts';

/** What can be changed of a key. */
export const editKeyForm = newKeyForm.extend({ isActive: z.literal('on').optional() });
