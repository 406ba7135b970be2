import { z } from 'zod';
import { faultOutput } from '#domain/shared/fault.ts';
import { pageInput } from '#domain/shared/page.ts';
import { recipientInput } from '#domain/shared/recipient.ts';
import { refuse } from '#domain/shared/refuse.ts';
import { safeText } from '#domain/shared/text.ts';
import { countSegments, maxSegments } from './segments.ts';

/** Items that one batch may hold. */
export const maxBatch = 1_000;

const messageStates = [
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

/** The text of a message, with what it will take on the air. */
const contentInput = safeText
  .transform((text, context) => {
    if (text.trim() === '') return refuse(context, 'message_empty');
    const { encoding, segments } = countSegments(text);
    if (segments > maxSegments) return refuse(context, 'message_too_long');
    return { text, encoding, segments };
  })
  .meta({
    description: `The text, up to ${maxSegments} segments: 160 characters of GSM-7 alone or 153 a segment, 70 or 67 in any other script.`,
    example: 'Your order has been shipped.',
  });

const senderInput = z
  .string()
  .regex(/^(?:[A-Za-z]{3,6}|\d{6})$/, 'must be a DLT header: 3 to 6 letters, or 6 digits')
  .optional()
  .meta({ description: 'DLT header that the message comes from.', example: 'DAKIYA' });

const templateInput = z
  .string()
  .regex(/^\d{10,25}$/, 'must be a DLT template id: digits only')
  .optional()
  .meta({ description: 'DLT content template id.', example: '1107160000000000001' });

export const sendMessageInput = z.object({
  message: contentInput,
  recipient: recipientInput,
  sender_id: senderInput,
  template_id: templateInput,
});

export type SendMessageInput = z.output<typeof sendMessageInput>;

/** The same verb under the name that the published documentation uses. */
export const postMessageInput = sendMessageInput
  .omit({ message: true, template_id: true })
  .extend({ content: contentInput });

/** Items are read one by one, so that one that is wrong does not refuse the others. */
export const sendBatchInput = z.object({
  messages: z
    .array(z.unknown())
    .min(1)
    .max(maxBatch)
    .meta({ override: { items: { $ref: '#/components/schemas/SendMessageInput' } } }),
});

const time = z.iso.datetime();

/** A message as callers see it. */
export const messageOutput = z.object({
  _id: z.string().meta({ example: 'msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD' }),
  user: z.string(),
  apiId: z.string().meta({ description: 'The API ID that sent it.' }),
  serverNumber: z.string().meta({ description: 'The sender that the handset shows.' }),
  recipient: z.string().meta({ example: '+919876543210' }),
  content: z.string().nullable().meta({ description: 'The text; null for one-time passwords.' }),
  segments: z.int(),
  status: z.enum(messageStates),
  reason: z.string().nullable().meta({ description: 'Why it was not delivered, where known.' }),
  createdAt: time,
  sentAt: time.nullable(),
  settledAt: time.nullable(),
});

export type MessageOutput = z.infer<typeof messageOutput>;

/** What became of one item of a batch. */
export const batchResultOutput = z.discriminatedUnion('status', [
  z.object({ status: z.literal('success'), data: messageOutput }),
  z.object({ status: z.literal('error'), error: faultOutput }),
]);

export type BatchResult = z.infer<typeof batchResultOutput>;

/** One attempt or receipt. */
export const eventOutput = z.object({
  at: time,
  event: z.enum([
    'queued',
    'skipped',
    'submitted',
    'refused',
    'unanswered',
    'unwritten',
    'receipt',
    'expired',
  ]),
  carrier: z.string().nullable(),
  segment: z.int().nullable(),
  carrierMessageId: z.string().nullable(),
  status: z.string().nullable().meta({ description: 'What the carrier said.' }),
  errorCode: z.string().nullable().meta({ description: 'The operator’s error code.' }),
});

export const messageWithTimelineOutput = messageOutput.extend({ timeline: z.array(eventOutput) });

export const listMessagesInput = pageInput.extend({
  status: z.enum(messageStates).optional(),
  recipient: recipientInput.optional(),
  from: z.iso.datetime({ offset: true }).optional().meta({ description: 'Accepted at or after.' }),
  to: z.iso.datetime({ offset: true }).optional().meta({ description: 'Accepted before.' }),
});

export type ListMessagesInput = z.output<typeof listMessagesInput>;
