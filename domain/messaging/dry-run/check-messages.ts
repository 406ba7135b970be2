import { findSuppressed } from '#domain/messaging/recipients/suppressions.ts';
import { describeIssue, firstInputError } from '#domain/shared/describe-issue.browser.ts';
import { docUrlOf } from '#domain/shared/doc-url.ts';
import { DomainError, errorCatalogue } from '#domain/shared/errors.browser.ts';
import { describeWideCharacter, findWideCharacters } from '#domain/sms/explain-encoding.browser.ts';
import { mapInSlices } from '#platform/in-slices.ts';
import { describeFinding, type Finding, finding } from '../../dlt/check/verdicts.ts';
import {
  countTime,
  type IdentifiedMessage,
  prepareIdentify,
  requireTime,
} from '../../dlt/sending/identify.ts';
import { type CheckedMessageInput, type CheckedOutput, checkedMessageInput } from './contract.ts';

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
