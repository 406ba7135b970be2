import {
  type Draft,
  type IdentifiedMessage,
  prepareIdentify,
} from '#domain/dlt/sending/identify.ts';
import { type Caller, findTemplateRefusal } from '#domain/identity/api-keys/contract.browser.ts';
import {
  consumeSendLimits,
  toLimitError,
} from '#domain/messaging/recipients/consume-send-limits.ts';
import { findSuppressed } from '#domain/messaging/recipients/suppressions.ts';
import { findScheduleProblem } from '#domain/messaging/scheduling/contract.browser.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import {
  findSavedResponse,
  type Idempotency,
  type IdempotentResult,
} from '#domain/shared/idempotency/saved-response.ts';
import { clock } from '#platform/clock.browser.ts';
import { query } from '#platform/db.ts';
import { acceptBatched, buildMessageRow, toQueuedMessageOutput } from './accept-messages.ts';
import type { SendMessageInput } from './contract.ts';
import type { AcceptedMessageOutput, BatchResult } from './outputs.ts';

type Result = IdempotentResult<AcceptedMessageOutput>;

/**
 * Converts the input of an API call to a draft.
 *
 * @returns a DomainError if the message cannot be scheduled for the requested time
 */
export function toDraft(input: SendMessageInput, now: Date): Draft | DomainError {
  const sendAt = input.send_at === undefined ? undefined : new Date(input.send_at);
  const problem = sendAt && findScheduleProblem(sendAt, now);
  if (problem) return new DomainError('invalid_parameter', { message: problem, param: 'send_at' });
  return {
    recipient: input.recipient,
    content: input.message,
    variables: input.variables,
    sender: input.sender_id,
    templateId: input.template_id,
    mayWait: input.when_closed === 'defer',
    // A time that has just passed means now.
    sendAt: sendAt && sendAt > now ? sendAt : undefined,
  };
}

/**
 * Removes number and text from the response that is saved for repeats of the request. Only the message stores both, so that
 * an erasure does not have to search saved responses.
 */
const toSavedAnswer = (answer: AcceptedMessageOutput) => ({
  ...answer,
  recipient: null,
  content: null,
});

export const toSavedAnswers = (answers: BatchResult[]) =>
  answers.map((one) =>
    one.status === 'success' ? { ...one, data: toSavedAnswer(one.data) } : one,
  );

type Saved = ReturnType<typeof toSavedAnswer>;

/** Completes a saved response with the message's current number and text. */
async function restoreAnswer(saved: unknown): Promise<AcceptedMessageOutput> {
  const one = saved as Saved;
  const restore = await readOwn([one]);
  return restore(one);
}

export async function restoreAnswers(saved: unknown): Promise<BatchResult[]> {
  const answers = saved as ReturnType<typeof toSavedAnswers>;
  const restore = await readOwn(
    answers.flatMap((one) => (one.status === 'success' ? one.data : [])),
  );
  return answers.map((one) =>
    one.status === 'success' ? { ...one, data: restore(one.data) } : one,
  );
}

const statement = `
  SELECT id, recipient, content FROM messages WHERE id = ANY ($1::text[])
  UNION ALL SELECT id, recipient, content FROM scheduled_messages WHERE id = ANY ($1::text[])`;

async function readOwn(answers: Saved[]): Promise<(saved: Saved) => AcceptedMessageOutput> {
  const ids = answers.map(({ _id }) => _id);
  const rows = await query<{ id: string; recipient: string; content: string | null }>(
    'read-own-of-answers',
    statement,
    [ids],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (saved) => {
    const { recipient = '', content = null } = byId.get(saved._id) ?? {};
    return { ...saved, recipient, content };
  };
}

/**
 * Stores data that must exist before a worker can see the message with this id. The message may still be rejected
 * afterwards.
 */
type BeforeAccept = (messageId: string) => Promise<void>;

/**
 * Checks and accepts one message. A message of a test key is not submitted to a carrier.
 *
 * @returns the accepted message; it is committed, and a worker is woken up in the background
 * @throws DomainError a verdict of `checkDlt`, `template_not_allowed`, `recipient_suppressed`, `rate_limited` if the
 *   recipient has reached the hourly limit, the error of a magic number (`recipients/magic-numbers.ts`),
 *   `message_limit_reached`, `api_call_limit_reached`, `idempotency_mismatch`; a failed call is not charged
 */
export async function sendMessage(
  caller: Caller,
  input: SendMessageInput,
  idempotency: Idempotency | null = null,
  beforeAccept?: BeforeAccept,
): Promise<Result> {
  const before = idempotency && (await findSavedResponse(idempotency));
  if (before) return { data: await restoreAnswer(before.answer), replayed: true };
  const now = clock.now();
  const identify = await prepareIdentify(caller.userId, { isTest: !caller.livemode });
  const draft = toDraft(input, now);
  const message = draft instanceof DomainError ? draft : identify(draft, now);
  if (message instanceof DomainError) throw message;
  const refusal = findTemplateRefusal(caller, message.templateId);
  if (refusal) throw refusal;
  return sendIdentified(caller, message, now, idempotency, beforeAccept);
}

/**
 * Accepts one message that has passed the DLT check. The statement checks the idempotency key.
 *
 * @throws DomainError like `sendMessage`, except verdicts
 */
export async function sendIdentified(
  caller: Caller,
  message: IdentifiedMessage,
  now: Date,
  idempotency: Idempotency | null,
  beforeAccept?: BeforeAccept,
): Promise<Result> {
  const { recipient, isPromotional, scheduledFor, dueAt, warnings } = message;
  if (isPromotional && (await findSuppressed(caller.userId, [recipient])).has(recipient)) {
    throw new DomainError('recipient_suppressed', { param: 'recipient' });
  }
  const { errors, resetSeconds, refund } = await consumeSendLimits(caller, [
    { recipient, at: dueAt ?? scheduledFor },
  ]);
  if (errors[0]) throw toLimitError(errors[0], resetSeconds);
  const row = buildMessageRow(caller, message, now);
  const answer = toQueuedMessageOutput(row, warnings);
  await beforeAccept?.(row.id);
  const request = { caller, messages: [row], idempotency, answer: toSavedAnswer(answer) };
  const result = await acceptBatched(request).catch((error) => {
    refund([0]);
    throw error;
  });
  if (!('replay' in result)) return { data: answer, replayed: false };
  refund([0]);
  return { data: await restoreAnswer(result.replay.answer), replayed: true };
}
