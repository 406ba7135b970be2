import { z } from 'zod';
import { messageShape, requireTextOrVariables } from '#domain/messaging/messages/contract.ts';
import { findSuppressed } from '#domain/messaging/recipients/suppressions.ts';
import { describeIssue, firstInputError } from '#domain/shared/describe-issue.browser.ts';
import { docUrlOf } from '#domain/shared/doc-url.ts';
import { docUrlOutput, errorDetails } from '#domain/shared/error-fields.ts';
import { DomainError, errorCatalogue } from '#domain/shared/errors.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { timeInput } from '#domain/shared/time-input.browser.ts';
import { recipientInput } from '#domain/sms/addresses.ts';
import { describeWideCharacter, findWideCharacters } from '#domain/sms/explain-encoding.browser.ts';
import { mapInSlices } from '#platform/in-slices.ts';
import {
  describeFinding,
  type Finding,
  finding,
  findingOutput,
  verdictCatalogue,
} from '../dlt/check/verdicts.ts';
import {
  countTime,
  type IdentifiedMessage,
  prepareIdentify,
  requireTime,
} from '../dlt/sending/identify.ts';

/** Maximum number of messages in one call. */
export const maxChecked = 1_000;

/** The fields of a message to check. The recipient is optional, because templates are the same for all recipients. */
export const checkedMessageInput = messageShape
  .extend({ recipient: recipientInput.optional() })
  .superRefine(requireTextOrVariables);

type CheckedMessageInput = z.output<typeof checkedMessageInput>;

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
type CheckedOutput = z.infer<typeof checkedOutput>;

/** The recipient of a message that names none. It is not a valid phone number, so no account can have suppressed it. */
const anyRecipient = '+910000000000';

type Checked = { output: CheckedOutput; message: IdentifiedMessage | null };

/**
 * Warns about characters that are not in GSM-7 in a text in Latin letters. They turn the text into UCS-2, which needs more
 * segments.
 */
export function findWideText(text: string): Finding[] {
  const found = findWideCharacters(text);
  const [first] = found;
  if (!first) return [];
  const detail = `The text is sent as UCS-2, with 70 characters a segment instead of 160: ${found
    .map(describeWideCharacter)
    .join(' ')}`;
  return [
    finding('dlt_text_in_ucs2', 'message', {
      position: first.position,
      detail,
      character: first.codePoint,
    }),
  ];
}

/**
 * Checks messages in the same way as a call that sends messages, but sends nothing. Yields to other requests between
 * messages.
 *
 * @param items untrusted; an invalid item gets the error that sending it would return
 * @param at the time at which the messages would be sent
 * @returns one result per item, in order
 * @throws DomainError `rate_limited` if the account has used up its checking time
 */
export async function checkMessages(
  userId: string,
  items: readonly unknown[],
  at: Date,
): Promise<CheckedOutput[]> {
  requireTime(userId);
  const identify = await prepareIdentify(userId, { isDryRun: true });
  const check = (item: unknown): Checked => {
    const parsed = checkedMessageInput.safeParse(item, { error: describeIssue });
    if (!parsed.success) return toRefused(firstInputError(parsed.error));
    const message = identify(toDraft(parsed.data), at);
    if (!(message instanceof DomainError)) return { output: toAccepted(message), message };
    const { sender_id = null, template_id = null, message: sent } = parsed.data;
    const warnings = sent === undefined ? [] : findWideText(sent.text).map(describeFinding);
    const refused = toRefused(message, { sender_id, template_id });
    return { ...refused, output: { ...refused.output, warnings } };
  };
  const checked = await mapInSlices(items, (item) => {
    const began = performance.now();
    const result = check(item);
    countTime(userId, performance.now() - began);
    requireTime(userId);
    return result;
  });
  return refuseSuppressed(userId, checked);
}

const toDraft = (input: CheckedMessageInput) => ({
  recipient: input.recipient ?? anyRecipient,
  content: input.message,
  variables: input.variables,
  sender: input.sender_id,
  templateId: input.template_id,
  mayWait: input.when_closed === 'defer',
});

const toAccepted = (message: IdentifiedMessage): CheckedOutput => ({
  verdict: 'ok',
  warnings: [...message.warnings, ...findWideText(message.content.text)].map(describeFinding),
  template_id: message.templateId,
  sender_id: message.sender,
  entity_id: message.entityId,
});

type Refusal = Pick<DomainError, 'code' | 'message'> & {
  param?: string | undefined;
  fields?: DomainError['fields'];
};

const toRefused = (
  { code, message, param, fields }: Refusal,
  given: Pick<CheckedOutput, 'sender_id' | 'template_id'> = { sender_id: null, template_id: null },
): Checked => ({
  message: null,
  output: {
    ...{ verdict: code, warnings: [], ...given, entity_id: null, detail: message, ...fields },
    docUrl: docUrlOf(code),
    ...(param !== undefined && { param }),
  },
});

/** Rejects promotional messages to numbers that the account has suppressed, as a call that sends them would. */
async function refuseSuppressed(userId: string, checked: Checked[]): Promise<CheckedOutput[]> {
  const promotional = checked.flatMap(({ message }) =>
    message?.isPromotional && message.recipient !== anyRecipient ? [message.recipient] : [],
  );
  const suppressed = await findSuppressed(userId, promotional);
  return checked.map(({ output, message }) => {
    if (!message?.isPromotional || !suppressed.has(message.recipient)) return output;
    const { sender_id, template_id } = output;
    const code = 'recipient_suppressed';
    const refusal = { code, message: errorCatalogue[code], param: 'recipient' } as const;
    return toRefused(refusal, { sender_id, template_id }).output;
  });
}
