import { z } from 'zod';
import {
  maxSuppressionFile,
  maxSuppressionRows,
  suppressionFileResult,
} from '#domain/messaging/recipients/suppression-file/contract.browser.ts';
import { suppressFile } from '#domain/messaging/recipients/suppression-file/suppress-file.ts';
import {
  listSuppressions,
  maxSuppressions,
  suppress,
  unsuppress,
} from '#domain/messaging/recipients/suppressions.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { withIdempotency } from '#domain/shared/idempotency/saved-response.ts';
import { pageInput } from '#domain/shared/page.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { recipientInput } from '#domain/sms/addresses.ts';
import { endpoint } from '../endpoint.ts';
import { pageOutput, toPageResult } from './pages.ts';

/** Fields that these endpoints share. */
const ofSuppressions = { tag: 'Messages', auth: 'key-or-session', recentSignIn: false } as const;

const suppressionOutput = z.object({
  recipient: z
    .string()
    .meta({ description: 'The phone number in E.164.', example: exampleValues.recipient }),
  reason: z.string().nullable().meta({ example: 'Replied STOP' }),
  createdAt: z.iso.datetime().meta({ example: exampleValues.createdAt }),
});

const reasonInput = safeText.trim().max(200).optional().meta({ example: 'Replied STOP' });

const suppressInput = z
  .object({
    recipient: recipientInput.optional(),
    recipients: z
      .array(recipientInput)
      .min(1)
      .max(1_000)
      .optional()
      .meta({ description: 'Up to 1,000 numbers. Send either `recipients` or `recipient`.' }),
    reason: reasonInput,
  })
  .superRefine(({ recipient, recipients }, context) => {
    if ((recipient === undefined) !== (recipients === undefined)) return;
    const message = 'Please send either a recipient or recipients.';
    context.addIssue({ code: 'custom', path: ['recipient'], message });
  })
  .meta({ example: { recipient: exampleValues.typed, reason: 'Replied STOP' } });

export const listSuppressed = endpoint({
  ...ofSuppressions,
  method: 'GET',
  path: '/suppressions',
  operationId: 'listSuppressions',
  summary: 'List suppressed numbers',
  description: 'Lists the numbers that get no promotional messages from you, in ascending order.',
  scope: 'messages:read',
  query: pageInput.extend({
    recipient: recipientInput
      .optional()
      .meta({ description: 'Lists only this number, if it is suppressed.' }),
    after: safeText.max(64).optional().meta({
      description: 'The value of `next` in the previous page.',
      example: exampleValues.recipient,
    }),
  }),
  message: 'Suppressed numbers',
  output: z.array(suppressionOutput),
  beside: pageOutput(),
  handle: async ({ caller, query: { recipient, ...page } }) => {
    const digits = recipient?.slice('+91'.length);
    return toPageResult(await listSuppressions(caller.userId, { ...page, digits }));
  },
});

export const suppressRecipients = endpoint({
  ...ofSuppressions,
  method: 'POST',
  path: '/suppressions',
  operationId: 'suppressRecipients',
  summary: 'Suppress numbers',
  description: `Adds numbers to your suppression list. Promotional messages to these numbers then fail with \`recipient_suppressed\`; other messages and one-time passwords are still sent. An account can suppress ${formatCount(maxSuppressions)} numbers.`,
  scope: 'messages:send',
  idempotent: true,
  body: suppressInput,
  status: 201,
  message: 'Suppressed',
  output: z.object({
    added: z
      .int()
      .meta({ description: 'How many of the numbers were not suppressed before.', example: 1 }),
  }),
  errors: ['invalid_recipient', 'unsupported_country'],
  handle: ({ caller, body: { recipient, recipients, reason = null }, idempotency }) =>
    withIdempotency(idempotency, async () => {
      const numbers = recipients ?? (recipient === undefined ? [] : [recipient]);
      return { added: await suppress(caller.userId, numbers, reason) };
    }),
});

export const importSuppressions = endpoint({
  ...ofSuppressions,
  method: 'POST',
  path: '/suppressions/import',
  operationId: 'importSuppressions',
  summary: 'Suppress the numbers of a file',
  description: `Suppresses the numbers of a file. The file is a text with one number per row, a CSV file, or a JSON array, with up to ${maxSuppressionFile / 1024 / 1024} MiB and ${formatCount(maxSuppressionRows)} rows. In a CSV file, Dakiya reads the column whose heading names phone numbers, such as “Mobile”. If there is no such heading, it reads the column with the most phone numbers. Rows without a number are skipped. Importing the same file a second time changes nothing.`,
  scope: 'messages:send',
  idempotent: true,
  maxBody: maxSuppressionFile + 64 * 1024,
  form: z.object({
    file: z
      .file('Send the file in the field `file`.')
      .max(maxSuppressionFile, `The file is larger than ${maxSuppressionFile / 1024 / 1024} MiB.`)
      .meta({ description: 'A text or CSV file, or a JSON array of numbers.' }),
    reason: reasonInput,
  }),
  message: 'Numbers suppressed',
  output: suppressionFileResult,
  errors: ['rate_limited'],
  handle: async ({ caller, body: { file, reason = null }, idempotency }) => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return withIdempotency(idempotency, () => suppressFile(caller.userId, bytes, reason));
  },
});

export const unsuppressRecipient = endpoint({
  ...ofSuppressions,
  method: 'DELETE',
  path: '/suppressions',
  operationId: 'unsuppressRecipient',
  recentSignIn: { for: 'delete_suppression' },
  summary: 'Stop suppressing a number',
  description:
    'Removes a number from your suppressed numbers. Do this only if the owner of the number wants your messages again.',
  scope: 'messages:send',
  query: z.object({ recipient: recipientInput }),
  message: 'No longer suppressed',
  output: z.object({
    recipient: z
      .string()
      .meta({ description: 'The phone number in E.164.', example: exampleValues.recipient }),
  }),
  errors: ['not_found', 'invalid_recipient', 'unsupported_country'],
  handle: async ({ caller, query: { recipient } }) => {
    await unsuppress(caller.userId, recipient);
    return { data: { recipient } };
  },
});
