import { z } from 'zod';
import type { StatCategory } from '#domain/messaging/stats/contract.ts';
import { toBareId } from '#domain/shared/characters.browser.ts';
import { addCatalogueIssue } from '#domain/shared/describe-issue.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { pageInput } from '#domain/shared/page.browser.ts';
import { requiredText, safeText } from '#domain/shared/text.browser.ts';
import { timeInput, timeOrDateInput } from '#domain/shared/time-input.browser.ts';
import { recipientInput } from '#domain/sms/addresses.ts';
import { findIdProblem } from '../../dlt/registry/contract.browser.ts';
import { maxBodyLength, maxSlots } from '../../dlt/registry/parse-template.browser.ts';
import { countSegments, maxSegments } from '../../sms/segments.browser.ts';
import { maxScheduleDays } from '../scheduling/contract.browser.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    msg: 'messages';
  }
}

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

/**
 * The states of messages in the log, and two states of messages that are not in the log: `scheduled`, and `cancelled`
 * for a message that was cancelled while it was scheduled.
 */
export const shownStates = ['scheduled', ...messageStates, 'cancelled'] as const;

export type ShownState = (typeof shownStates)[number];

/** Groups of states, by their meaning for the sender of a message. */
export const stateGroups = {
  delivered: ['delivered'],
  failed: ['undelivered', 'failed', 'expired'],
  in_progress: ['queued', 'submitting', 'sent', 'unknown'],
} as const satisfies Record<string, readonly MessageState[]>;

export type StateGroup = keyof typeof stateGroups;

const textMissing = 'Please enter a message';

/** The text of a message. Parsing adds its encoding and number of segments. */
const contentInput = requiredText(textMissing)
  .transform((text, context) => {
    if (text.trim() === '') return addCatalogueIssue(context, 'message_empty');
    const { encoding, segments } = countSegments(text);
    if (segments > maxSegments) return addCatalogueIssue(context, 'message_too_long');
    return { text, encoding, segments };
  })
  .meta({
    description: `The text, at most ${maxSegments} segments. In GSM-7, a single segment has up to 160 characters, several have up to 153 each. With other characters, the limits are 70 and 67.`,
    example: exampleValues.text,
  });

/**
 * A header. The schema also accepts the form that handsets show, `VM-ACMEIN-S`, because the DLT check can then explain the
 * error.
 */
const senderInput = z
  .string()
  .overwrite(toBareId)
  .regex(/^[A-Za-z0-9-]{3,14}$/, 'Please send a DLT header: 3 to 6 letters, or 6 digits.')
  .optional()
  .meta({
    description:
      'One of your approved headers. Default: your only header; if you have several, the template’s only header; if you have none, the installation’s header.',
    example: exampleValues.sender,
  });

const templateInput = z
  .string({ error: 'DLT ids are strings: a JSON number loses digits.' })
  .overwrite(toBareId)
  .max(64)
  .superRefine((id, context) => {
    const problem = findIdProblem(id);
    if (problem) addCatalogueIssue(context, 'dlt_id_malformed', problem);
  })
  .optional()
  .meta({
    description:
      'The id of the DLT content template. If omitted, Dakiya finds the template by the text.',
    example: '1107160000000000001',
  });

/** The fields of a message to send. */
export const messageShape = z.object({
  message: contentInput.optional(),
  recipient: recipientInput,
  sender_id: senderInput,
  template_id: templateInput,
  variables: z
    .array(safeText.max(maxBodyLength).meta({ example: '482913' }))
    .max(maxSlots)
    .optional()
    .meta({
      description:
        'The values for the slots of the template `template_id`, in order. Send either `variables` or `message`.',
    }),
  send_at: timeInput.optional().meta({
    description: `When to send the message: a time with a UTC offset, at most ${maxScheduleDays} days from now. Until then, \`POST /messages/{id}/cancel\` cancels the message. Default: at once.`,
    example: '2026-12-01T10:00:00+05:30',
  }),
  when_closed: z.enum(['reject', 'defer']).default('reject').meta({
    description:
      'What happens to a promotional message outside the permitted hours, by default 10:00 to 21:00 India time. `reject`: the call fails. `defer`: the message waits until the hours begin.',
  }),
});

type TextOrVariables = Partial<
  Pick<z.output<typeof messageShape>, 'message' | 'variables' | 'template_id'>
>;

/** Requires either `message`, or `variables` and `template_id`. */
export function requireTextOrVariables(
  { message, variables, template_id }: TextOrVariables,
  context: z.RefinementCtx,
): void {
  const issue = (path: string, text: string) =>
    context.addIssue({ code: 'custom', path: [path], message: text });
  if (variables === undefined) {
    if (message === undefined) issue('message', textMissing);
    return;
  }
  if (message !== undefined) issue('variables', 'Please send either a message or variables.');
  else if (template_id === undefined) {
    issue('template_id', 'Please send the template_id of the template that the variables are for.');
  }
}

export const sendMessageInput = messageShape.superRefine(requireTextOrVariables).meta({
  id: 'SendMessageInput',
  example: {
    recipient: exampleValues.typed,
    message: exampleValues.text,
    sender_id: exampleValues.sender,
  },
});

export type SendMessageInput = z.output<typeof sendMessageInput>;

/** The input of `POST /message`, the short form of `/messages/send-message`, which names the text `content`. */
export const postMessageInput = messageShape
  .pick({ recipient: true, sender_id: true, send_at: true })
  .extend({ content: contentInput });

/** The items are parsed separately, so that an invalid item does not reject the others. */
export const sendBatchInput = z.object({
  messages: z
    .array(z.unknown())
    .min(1)
    .max(maxBatch)
    .meta({
      description: 'The messages, each with the fields of `/messages/send-message`.',
      override: { items: { $ref: '#/components/schemas/SendMessageInput' } },
      // The second item is invalid; the first is accepted anyway.
      example: [
        { recipient: exampleValues.typed, message: exampleValues.text },
        { recipient: '12345', message: exampleValues.text },
      ],
    }),
});

export const listMessagesInput = pageInput.extend({
  status: z.enum(messageStates).optional().meta({ description: 'Only messages in this state.' }),
  recipient: recipientInput.optional(),
  api_id: safeText.max(64).optional().meta({
    description: 'Only messages sent with this API ID, even if its key has been deleted.',
    example: exampleValues.keyId,
  }),
  from: timeOrDateInput.optional().meta({
    description: 'Only messages accepted at or after this time.',
    example: '2026-04-01T00:00:00+05:30',
  }),
  to: timeOrDateInput.optional().meta({
    description: 'Only messages accepted before this time.',
    example: '2026-05-01T00:00:00+05:30',
  }),
});

export type ListMessagesInput = z.output<typeof listMessagesInput>;

/** The filters of the message log on the screen. The API's list has some of these filters. */
export type LogFilter = Omit<ListMessagesInput, 'limit' | 'after' | 'status'> & {
  /** Messages in any of these states. */
  states?: readonly MessageState[] | undefined;
  sender?: string | undefined;
  /** An empty string selects messages without a template. */
  template_id?: string | undefined;
  category?: StatCategory | undefined;
  /** A carrier to which the message was submitted, or which refused it. */
  carrier?: string | undefined;
  /** The code of a reason, as in statistics: the text before the first colon, such as `UNDELIV 001`. */
  reason?: string | undefined;
  /** A part of the text. Only messages of the last 30 days are searched. */
  text?: string | undefined;
};

/**
 * Why a message's first carrier was chosen. The first four values are conditions of the route. The others are the rule that
 * chose among the route's carriers.
 */
export const routedBy = [
  'category',
  'sender',
  'account',
  'prefix',
  'weight',
  'price',
  'probe',
] as const;

export type RoutedBy = (typeof routedBy)[number];
