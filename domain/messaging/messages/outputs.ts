import { z } from 'zod';
import { operatorVerdicts } from '#domain/dlt/operator-verdicts/operator-verdicts.browser.ts';
import { docUrlOutput, errorDetails } from '#domain/shared/error-fields.ts';
import { errorCatalogue } from '#domain/shared/errors.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { findingOutput } from '../../dlt/check/verdicts.ts';
import { routedBy, shownStates } from './contract.ts';

const time = z.iso.datetime();

export const messageOutput = z.object({
  _id: z.string().meta({ example: exampleValues.messageId }),
  user: z
    .string()
    .meta({ description: 'The `_id` of the account.', example: exampleValues.userId }),
  apiId: z.string().meta({
    description: 'The API ID with which the message was sent.',
    example: exampleValues.keyId,
  }),
  requestId: z.string().nullable().meta({
    description:
      'The id of the request that sent the message, as in the response header `X-Request-Id`; null if this id was not recorded.',
    example: exampleValues.requestId,
  }),
  serverNumber: z.string().meta({
    description: 'The sender of the message: a DLT header.',
    example: exampleValues.sender,
  }),
  recipient: z.string().meta({
    description:
      'The recipient’s number in E.164; after an erasure, a pseudonym that begins with `erased_`.',
    example: exampleValues.recipient,
  }),
  livemode: z.boolean().meta({
    description:
      'False if the message was sent with a test key. Such a message reaches no carrier and costs nothing.',
    example: true,
  }),
  kind: z.enum(['message', 'otp']).meta({
    description: '`otp` for a one-time password, `message` for any other message.',
    example: 'message',
  }),
  content: z.string().nullable().meta({
    description:
      'The text; null if it was deleted, or if the message is a one-time password of a live key. For a one-time password of a test key, the text includes the code.',
    example: exampleValues.text,
  }),
  templateId: z.string().nullable().meta({
    description: 'The id of the message’s DLT template; null if none was given or found.',
    example: null,
  }),
  entityId: z.string().nullable().meta({
    description:
      'The id of your DLT entity for which the message is sent; null if the message is sent for the installation’s entity.',
    example: null,
  }),
  segments: z.int().meta({
    description:
      'The number of SMS segments of the text. In live mode, each segment uses one message of the plan.',
    example: 1,
  }),
  status: z.enum(shownStates).meta({
    description:
      'The state of the message. `delivered`, `undelivered`, `failed`, `expired` and `cancelled` are final.',
  }),
  reason: z.string().nullable().meta({
    description:
      'Why the message was not delivered, or is not delivered yet; null if no reason is known.',
    example: null,
  }),
  version: z.int().meta({
    description:
      'A number that grows with each change of `status`. Of two responses, the one with the larger `version` is newer.',
    example: 0,
  }),
  createdAt: time.meta({
    description:
      'When the message was accepted. If the message was scheduled and its time has come, `createdAt` is the time for which it was scheduled.',
    example: exampleValues.createdAt,
  }),
  scheduledFor: time.nullable().meta({
    description:
      'When a scheduled message is sent. For a promotional message that waits, when the allowed hours begin. Null if the message is sent at once.',
    example: null,
  }),
  sentAt: time.nullable().meta({
    description: 'When all segments had been accepted by a carrier; null until then.',
    example: null,
  }),
  settledAt: time.nullable().meta({
    description: 'When the message reached a final state; null until then.',
    example: null,
  }),
});

export type MessageOutput = z.infer<typeof messageOutput>;

/** A message that was just accepted. */
export const acceptedMessageOutput = messageOutput.extend({
  warnings: z.array(findingOutput).meta({
    description: 'Warnings of the DLT check. They do not prevent sending.',
    example: [],
  }),
});

export type AcceptedMessageOutput = z.infer<typeof acceptedMessageOutput>;

/** An input error as the API returns it. */
const inputErrorOutput = z.object({
  code: z.string().meta({ example: 'invalid_recipient' }),
  message: z.string().meta({ example: errorCatalogue.invalid_recipient }),
  param: z.string().optional().meta({
    description: 'The name of the invalid field; omitted if the error is not about a field.',
    example: 'recipient',
  }),
  ...errorDetails.shape,
  docUrl: docUrlOutput,
});

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
    .meta({
      description:
        'What happened. `queued`: Dakiya accepted the message. `submitted`: the carrier accepted the segment. `refused`: the carrier rejected the segment. `unanswered`: the carrier did not respond in time. `not_sent`: the connection was lost before the submit. `skipped`: the carrier was not available. `receipt`: a delivery receipt arrived. `expired`: the validity of the message ended.',
      example: 'receipt',
    }),
  carrier: z.string().nullable().meta({
    description:
      'The carrier’s name in the installation; null for events without a carrier, such as `queued`.',
    example: 'default',
  }),
  segment: z.int().nullable().meta({
    description:
      'The number of the segment, counted from 1; null if the event is about the whole text.',
    example: 1,
  }),
  carrierMessageId: z.string().nullable().meta({
    description: 'The id that the carrier gave the segment; null if there is none.',
    example: 'hocbkq3xo1',
  }),
  status: z.string().nullable().meta({
    description: 'The status in the carrier’s response or receipt; null if there is none.',
    example: 'DELIVRD',
  }),
  errorCode: z
    .string()
    .nullable()
    .meta({ description: 'The operator’s error code; null if there is none.', example: '000' }),
  verdict: z
    .object({
      code: z.string().meta({
        description:
          'The code of the verdict: a code of the DLT check, or a code that only operators give.',
        example: 'dlt_template_not_matched',
      }),
      source: z
        .string()
        .meta({ description: 'Who gave the verdict: always `operator`.', example: 'operator' }),
      message: z.string().meta({
        description: 'What the operator found, and what to do.',
        example: operatorVerdicts.dlt_template_not_matched,
      }),
      docUrl: docUrlOutput,
    })
    .nullable()
    .meta({
      description: 'What the operator’s error code means; null if this is not known.',
      example: null,
    }),
  route: z
    .object({
      name: z.string().meta({ example: 'promotional' }),
      by: z.array(z.enum(routedBy)).meta({
        description:
          'Why this carrier was chosen: the conditions of the route, then the rule that chose among the route’s carriers.',
        example: ['category', 'weight'],
      }),
    })
    .nullable()
    .meta({
      description:
        'The route by which the carrier of this attempt was chosen; null if carriers are tried in their default order.',
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
  requestId: exampleValues.requestId,
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
    timeline: z
      .array(eventOutput)
      .meta({ description: 'The events of the message, oldest first.' }),
  })
  .meta({ example: deliveredExample });
