import { z } from 'zod';
import { isStorable } from '#platform/storable-text.ts';

const storable = {
  message: 'Please remove the characters that are not text: NUL, or half of a Unicode character.',
};

/** Text that PostgreSQL can store and a carrier can encode: no NUL, no lone surrogate. */
export const safeText = z.string().refine(isStorable, storable);

/** A required `safeText`. @param sentence the error when it is missing */
export const requiredText = (sentence: string) =>
  z.string({ error: messageIfMissing(sentence) }).refine(isStorable, storable);

/** An error message for a missing value only; other errors keep theirs. */
export const messageIfMissing = (sentence: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? sentence : undefined;

/** Browsers send each newline of a text as CRLF; in a message it is LF. */
export const withLf = (text: string) => text.replaceAll('\r\n', '\n');

/** The normalized address, by which accounts are unique. */
export const normalizeEmail = (email: string) => email.trim().toLowerCase();
