import { z } from 'zod';
import { isStorable } from '#platform/storable-text.ts';

const storable = {
  message: 'Please remove the characters that are no text: NUL, or half of a Unicode character.',
};

/** Text that PostgreSQL can store and a carrier can encode: no NUL, and no half of a surrogate pair. */
export const safeText = z.string().refine(isStorable, storable);

/** The same, with what is said where it is left out. */
export const requiredText = (sentence: string) =>
  z.string({ error: askFor(sentence) }).refine(isStorable, storable);

/** Says a sentence of a value that is left out, and leaves what else may be wrong with it to others. */
export const askFor = (sentence: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? sentence : undefined;
