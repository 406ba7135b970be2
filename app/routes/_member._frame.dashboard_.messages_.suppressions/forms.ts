import { z } from 'zod';
import { maxSuppressionFile } from '#domain/messaging/recipients/suppression-file/contract.browser.ts';
import { requiredText, safeText } from '#domain/shared/text.browser.ts';

const reason = safeText.trim().max(200, 'Please enter at most 200 characters').optional();

/** The form that suppresses a number. The server alone has the numbering plan that decides which are mobile. */
export const suppressForm = z.object({
  recipient: requiredText('Please enter a phone number').max(40, 'This is too long for a number'),
  reason,
});

export const suppressFormId = 'suppress';

/** The form that uploads a list. */
export const uploadForm = z.object({
  reason,
  file: z
    .file('Please choose a file')
    .min(1, 'This file is empty')
    .max(maxSuppressionFile, 'Please choose a file of at most 5 MiB'),
});

export const uploadFormId = 'upload';
