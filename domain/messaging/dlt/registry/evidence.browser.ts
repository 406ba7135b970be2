import { z } from 'zod';

/** In bytes, of a file that shows whose a header is. */
export const maxEvidence = 5 * 1024 * 1024;

/** The types of files that are accepted, as a form lists them. What a file is, its first bytes decide. */
export const evidenceTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const;

/** An uploaded file: one, within the size limit. */
export const evidenceFile = z
  .file('Please choose one file')
  .min(1, 'This file is empty')
  .max(maxEvidence, 'Please choose a file of at most 5 MiB');
