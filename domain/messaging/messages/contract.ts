import { z } from 'zod';
import { routedBy } from '#domain/messaging/delivery/routing/choose-route.ts';
import { addCatalogueIssue } from '#domain/shared/add-catalogue-issue.ts';
import { exampleValues } from '#domain/shared/example-values.ts';
import { inputErrorOutput } from '#domain/shared/input-error.ts';
import { pageInput } from '#domain/shared/page.ts';
import { recipientInput } from '#domain/shared/recipient.ts';
import { requiredText, safeText } from '#domain/shared/text.ts';
import { deliveredExample } from './delivered-example.ts';
import { countSegments, maxSegments } from './segments.ts';

/** Maximum number of messages in a batch. */
export const maxBatch = 1_000;

export const messageStates = [
  'queued',
  'submitting',
  'sent',
  'unknown',
  'delivered',
  'undelivered',
  'failed',
  'expired',
] as const;

export type MessageState = (typeof messageStates)[number];

/** The text of a message, parsed with its encoding and number of segments. */
const contentInput = requiredText('Please enter a message')
  .transform((text, context) => {
    if (text.trim() === '') return addCatalogueIssue(context, 'message_empty');
    const { encoding, segments } = countSegments(text);
    if (segments > maxSegments) return addCatalogueIssue(context, 'message_too_long');
    return { text, encoding, segments };
  })
  .meta({
    description: `The text, up to ${maxSegments} segments: 160 characters of GSM-7 alone or 153 a segment, 70 or 67 in any other script.`,
    example: exampleValues.text,
  });

const senderInput = z
  .string()
  .regex(/^(?:[A-Za-z]{3,6}|\d{6})$/, 'Please send a DLT header: 3 to 6 letters, or 6 digits.')
  .optional()
  .meta({ description: 'DLT header that the message comes from.', example: exampleValues.sender });

const templateInput = z
  .string()
  .regex(/^\d{10,25}$/, 'Please send a DLT template id: 10 to 25 digits.')
  .optional()
  .meta({ description: 'DLT content template id.', example: '1107160000000000001' });

export const sendMessageInput = z.object({
  message: contentInput,
  recipient: recipientInput,
  sender_id: senderInput,
  template_id: templateInput,
});

export type SendMessageInput = z.output<typeof sendMessageInput>;

/** The same endpoint under the name that the published documentation uses. */
export const postMessageInput = sendMessageInput
  .omit({ message: true, template_id: true })
  .extend({ content: contentInput });

/** Items are parsed one by one, so that an invalid one does not reject the others. */
export const sendBatchInput = z.object({
  messages: z
    .array(z.unknown())
    .min(1)
    .max(maxBatch)
    .meta({
      description: 'The messages, each as for `/messages/send-message`.',
      override: { items: { $ref: '#/components/schemas/SendMessageInput' } },
      // The second item is invalid; the first is accepted nevertheless.
      example: [
        { recipient: exampleValues.typed, message: exampleValues.text },
        { recipient: '12345', message: exampleValues.text },
      ],
    }),
});

const time = z.iso.datetime();

/** A message as callers see it. */
export const messageOutput = z.object({
  _id: z.string().meta({ example: exampleValues.messageId }),
  user: z.string().meta({ description: 'The account’s `_id`.', example: exampleValues.userId }),
  apiId: z.string().meta({ description: 'The API ID that sent it.', example: exampleValues.keyId }),
  serverNumber: z
    .string()
    .meta({ description: 'The sender that the handset shows.', example: exampleValues.sender }),
  recipient: z.string().meta({ description: 'In E.164.', example: exampleValues.recipient }),
  content: z
    .string()
    .nullable()
    .meta({ description: 'The text; null for one-time passwords.', example: exampleValues.text }),
  segments: z.int().meta({
    description: 'How many SMS the text takes, and as many of the plan’s messages.',
    example: 1,
  }),
  status: z.enum(messageStates).meta({ description: 'The state of the message.' }),
  reason: z
    .string()
    .nullable()
    .meta({ description: 'Why it was not delivered, where known.', example: null }),
  createdAt: time.meta({ description: 'When it was accepted.', example: exampleValues.createdAt }),
  sentAt: time
    .nullable()
    .meta({ description: 'When a carrier accepted the last segment.', example: null }),
  settledAt: time
    .nullable()
    .meta({ description: 'When the message reached a final state.', example: null }),
});

export type MessageOutput = z.infer<typeof messageOutput>;

/** The result of one item of a batch. */
export const batchResultOutput = z.discriminatedUnion('status', [
  z.object({ status: z.literal('success'), data: messageOutput }),
  z.object({ status: z.literal('error'), error: inputErrorOutput }),
]);

export type BatchResult = z.infer<typeof batchResultOutput>;

/** One attempt or receipt in the timeline. */
export const eventOutput = z.object({
  at: time.meta({ example: exampleValues.settledAt }),
  event: z
    .enum([
      'queued',
      'skipped',
      'submitted',
      'refused',
      'unanswered',
      'not_sent',
      'receipt',
      'expired',
    ])
    .meta({ description: 'What happened.', example: 'receipt' }),
  carrier: z
    .string()
    .nullable()
    .meta({ description: 'The carrier’s name in the configuration.', example: 'default' }),
  segment: z
    .int()
    .nullable()
    .meta({ description: 'Which segment, from 1 on; null for the whole text.', example: 1 }),
  carrierMessageId: z
    .string()
    .nullable()
    .meta({ description: 'The carrier’s id of the segment.', example: 'hocbkq3xo1' }),
  status: z
    .string()
    .nullable()
    .meta({ description: 'The status in the carrier’s response or receipt.', example: 'DELIVRD' }),
  errorCode: z
    .string()
    .nullable()
    .meta({ description: 'The operator’s error code.', example: '000' }),
  route: z
    .object({
      name: z.string().meta({ example: 'promotional' }),
      by: z.array(z.enum(routedBy)).meta({
        description: 'By what the carrier was chosen.',
        example: ['category', 'weight'],
      }),
    })
    .nullable()
    .meta({
      description: 'The route of an attempt; null if the carriers are tried in their usual order.',
      example: null,
    }),
});

export const messageWithTimelineOutput = messageOutput
  .extend({
    timeline: z.array(eventOutput).meta({ description: 'Oldest first.' }),
  })
  .meta({ example: deliveredExample });

export const listMessagesInput = pageInput.extend({
  status: z.enum(messageStates).optional().meta({ description: 'In this state only.' }),
  recipient: recipientInput.optional(),
  api_id: safeText.max(64).optional().meta({
    description: 'Only messages sent with this API ID, which may be deleted.',
    example: exampleValues.keyId,
  }),
  from: z.iso
    .datetime({ offset: true })
    .optional()
    .meta({ description: 'Accepted at or after.', example: '2026-04-01T00:00:00+05:30' }),
  to: z.iso
    .datetime({ offset: true })
    .optional()
    .meta({ description: 'Accepted before.', example: '2026-05-01T00:00:00+05:30' }),
});

export type ListMessagesInput = z.output<typeof listMessagesInput>;
