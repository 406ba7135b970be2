import { z } from 'zod';
import { messageShape, requireTextOrVariables } from '#domain/messaging/messages/contract.ts';
import { docUrlOutput, errorDetails } from '#domain/shared/error-fields.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { timeInput } from '#domain/shared/time-input.browser.ts';
import { recipientInput } from '#domain/sms/addresses.ts';
import { findingOutput, verdictCatalogue } from '../../dlt/check/verdicts.ts';

/** Maximum number of messages in one call. */
export const maxChecked = 1_000;

/** The fields of a message to check. The recipient is optional, because templates are the same for all recipients. */
export const checkedMessageInput = messageShape
  .extend({ recipient: recipientInput.optional() })
  .superRefine(requireTextOrVariables);

export type CheckedMessageInput = z.output<typeof checkedMessageInput>;

export const checkInput = z.object({
  messages: z
    .array(z.unknown())
    .min(1)
    .max(maxChecked)
    .meta({
      description:
        'The messages, each with the fields of `/messages/send-message`; `recipient` is optional.',
      override: { items: { $ref: '#/components/schemas/CheckedMessageInput' } },
      example: [
        { message: `${exampleValues.code} is your Acme code. Do not share it.` },
        { template_id: exampleValues.templateId, variables: [exampleValues.code] },
      ],
    }),
  at: timeInput.optional().meta({
    description: 'The time at which the messages would be sent. Default: now.',
    example: exampleValues.later,
  }),
});

const checkedFields = z.object({
  verdict: z.string().meta({
    description: '`ok`, or the code of the error that sending the message would return.',
    example: 'ok',
  }),
  warnings: z.array(findingOutput),
  template_id: z.string().nullable().meta({ example: exampleValues.templateId }),
  sender_id: z.string().nullable().meta({ example: exampleValues.sender }),
  entity_id: z.string().nullable().meta({
    description:
      'The id of your DLT entity for which the message would be sent; null for the installation’s entity.',
    example: exampleValues.entityId,
  }),
  detail: z.string().optional().meta({
    description: 'Why sending would fail, and what to do; omitted if `verdict` is `ok`.',
    example: 'The message differs from the fixed text of the template.',
  }),
  param: z.string().optional().meta({
    description: 'The field of the message that the finding is about.',
    example: 'message',
  }),
  docUrl: docUrlOutput.optional(),
  ...errorDetails.shape,
});

/**
 * If the message would be rejected, the result has `detail`. It also has `position` if the finding is about one position in
 * the text.
 */
export const checkedOutput = checkedFields.meta({
  example: {
    ...{ verdict: 'dlt_template_near_match', warnings: [] },
    ...{ template_id: null, sender_id: exampleValues.sender, entity_id: null },
    ...{ detail: verdictCatalogue.dlt_template_near_match, param: 'message' },
    ...{ position: 41, expected: 't share it.', kind: 'punctuation' },
    candidates: [exampleValues.templateId],
  },
});

/**
 * The result of one message. The result never contains the value of a slot, because the value may be a one-time password.
 */
export type CheckedOutput = z.infer<typeof checkedOutput>;
