import { z } from 'zod';
import { operatorVerdicts } from '#domain/dlt/operator-verdicts/operator-verdicts.browser.ts';
import { inputErrorOutput } from '#domain/shared/describe-issue.browser.ts';
import { docUrlOutput } from '#domain/shared/errors.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { findingOutput } from '../../dlt/sending/finding-output.ts';
import { messageStates, routedBy } from './contract.ts';

const time = z.iso.datetime();

/** A message as callers see it. */
export const messageOutput = z.object({
  _id: z.string().meta({ example: exampleValues.messageId }),
  user: z.string().meta({ description: 'The account’s `_id`.', example: exampleValues.userId }),
  apiId: z
    .string()
    .meta({ description: 'The API ID that sent the message.', example: exampleValues.keyId }),
  serverNumber: z
    .string()
    .meta({ description: 'The sender that the handset shows.', example: exampleValues.sender }),
  recipient: z.string().meta({
    description: 'The number in E.164; a pseudonym, `erased_…`, after an erasure.',
    example: exampleValues.recipient,
  }),
  livemode: z.boolean().meta({
    description: 'False for a message of a test key: it reaches no carrier and costs nothing.',
    example: true,
  }),
  kind: z
    .enum(['message', 'otp'])
    .meta({ description: 'Whether it is a message or a one-time password.', example: 'message' }),
  content: z.string().nullable().meta({
    description:
      'The text; null for one-time passwords of live mode, and after its deletion. A one-time password of a test key has its text, with the code.',
    example: exampleValues.text,
  }),
  templateId: z.string().nullable().meta({
    description: 'The DLT template of the message, if known.',
    example: null,
  }),
  entityId: z.string().nullable().meta({
    description:
      'Your DLT entity for which the message was sent; null if it was the installation’s.',
    example: null,
  }),
  segments: z.int().meta({
    description:
      'How many SMS segments the text has. In live mode, each counts as one message of the plan.',
    example: 1,
  }),
  status: z.enum(messageStates).meta({ description: 'The state of the message.' }),
  reason: z
    .string()
    .nullable()
    .meta({ description: 'Why the message was not delivered, if known.', example: null }),
  version: z.int().meta({
    description:
      'Increases with each change of `status`: the response with the larger number is newer.',
    example: 0,
  }),
  createdAt: time.meta({
    description: 'When the message was accepted.',
    example: exampleValues.createdAt,
  }),
  scheduledFor: time.nullable().meta({
    description: 'The earliest time at which the message is sent; null for at once.',
    example: null,
  }),
  sentAt: time
    .nullable()
    .meta({ description: 'When a carrier accepted the last segment.', example: null }),
  settledAt: time
    .nullable()
    .meta({ description: 'When the message reached a final state.', example: null }),
});

export type MessageOutput = z.infer<typeof messageOutput>;

/** A message that was just accepted. */
export const acceptedMessageOutput = messageOutput.extend({
  warnings: z.array(findingOutput).meta({
    description: 'Findings of the DLT check that do not prevent sending.',
    example: [],
  }),
});

export type AcceptedMessageOutput = z.infer<typeof acceptedMessageOutput>;

/** The result of one item of a batch. */
export const batchResultOutput = z.discriminatedUnion('status', [
  z.object({ status: z.literal('success'), data: acceptedMessageOutput }),
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
  segment: z.int().nullable().meta({
    description: 'The number of the segment, from 1; null for the whole text.',
    example: 1,
  }),
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
  verdict: z
    .object({
      code: z.string().meta({
        description: 'The code that the DLT check uses for the same finding.',
        example: 'dlt_template_not_matched',
      }),
      source: z
        .string()
        .meta({ description: 'Who gave the verdict: `operator`.', example: 'operator' }),
      message: z.string().meta({
        description: 'What the operator found, and what to do.',
        example: operatorVerdicts.dlt_template_not_matched,
      }),
      docUrl: docUrlOutput,
    })
    .nullable()
    .meta({
      description:
        'The meaning of the error code in the receipt of an undelivered message, if known.',
      example: null,
    }),
  route: z
    .object({
      name: z.string().meta({ example: 'promotional' }),
      by: z.array(z.enum(routedBy)).meta({
        description: 'Why this carrier was chosen.',
        example: ['category', 'weight'],
      }),
    })
    .nullable()
    .meta({
      description:
        'The route of an attempt; null if the carriers are tried in their default order.',
      example: null,
    }),
});

const submitted = { carrier: 'default', segment: 1, carrierMessageId: 'hocbkq3xo1' };
const noCarrier = { carrier: null, segment: null, carrierMessageId: null };
const usual = { errorCode: null, verdict: null, route: null };

/** An example of a delivered message for the API reference, with consistent fields. */
export const deliveredExample = {
  _id: exampleValues.messageId,
  user: exampleValues.userId,
  apiId: exampleValues.keyId,
  serverNumber: exampleValues.sender,
  recipient: exampleValues.recipient,
  livemode: true,
  kind: 'message',
  content: exampleValues.text,
  templateId: null,
  entityId: null,
  segments: 1,
  status: 'delivered',
  reason: null,
  version: 2,
  createdAt: exampleValues.createdAt,
  scheduledFor: null,
  sentAt: exampleValues.sentAt,
  settledAt: exampleValues.settledAt,
  timeline: [
    { at: exampleValues.createdAt, event: 'queued', ...noCarrier, status: null, ...usual },
    { at: exampleValues.sentAt, event: 'submitted', ...submitted, status: null, ...usual },
    {
      at: exampleValues.settledAt,
      event: 'receipt',
      ...submitted,
      status: 'DELIVRD',
      errorCode: '000',
      verdict: null,
      route: null,
    },
  ],
};

export const messageWithTimelineOutput = messageOutput
  .extend({
    timeline: z.array(eventOutput).meta({ description: 'Oldest first.' }),
  })
  .meta({ example: deliveredExample });
