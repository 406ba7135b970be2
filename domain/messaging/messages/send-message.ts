import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import { findTemplateRefusal } from '#domain/identity/api-keys/restriction.ts';
import { type IdentifiedMessage, prepareIdentify } from '#domain/messaging/dlt/sending/identify.ts';
import {
  consumeSendLimits,
  toLimitError,
} from '#domain/messaging/recipients/consume-send-limits.ts';
import { findSuppressed } from '#domain/messaging/recipients/suppressions.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import type { Idempotency, IdempotentResult } from '#domain/shared/idempotency/contract.ts';
import { findSavedResponse } from '#domain/shared/idempotency/saved-response.ts';
import { clock } from '#platform/clock.browser.ts';
import { acceptBatched } from './accept-batched.ts';
import { buildMessageRow, toQueuedMessageOutput } from './build-message-row.ts';
import type { SendMessageInput } from './contract.ts';
import type { AcceptedMessageOutput } from './outputs.ts';
import { restoreAnswer, toSavedAnswer } from './saved-answer.ts';
import { toDraft } from './to-draft.ts';

type Result = IdempotentResult<AcceptedMessageOutput>;

/**
 * Accepts one message, if DLT would; with a test key, one that reaches no carrier.
 *
 * @returns the accepted message: committed, its delivery is being woken up
 * @throws DomainError a verdict of `checkDlt`, `template_not_allowed`, `recipient_suppressed`, `rate_limited` if its recipient has reached the
 *   hourly limit, the error of a magic number (`test-mode`), `message_limit_reached`, `api_call_limit_reached`, `idempotency_mismatch`; nothing is charged then
 */
export async function sendMessage(
  caller: Caller,
  input: SendMessageInput,
  idempotency: Idempotency | null = null,
): Promise<Result> {
  const before = idempotency && (await findSavedResponse(idempotency));
  if (before) return { data: await restoreAnswer(before.answer), replayed: true };
  const now = clock.now();
  const identify = await prepareIdentify(caller.userId, { isTest: !caller.livemode });
  const message = identify(toDraft(input), now);
  if (message instanceof DomainError) throw message;
  const refusal = findTemplateRefusal(caller, message.templateId);
  if (refusal) throw refusal;
  return sendIdentified(caller, message, now, idempotency);
}

/**
 * Accepts one message whose sender is known to be right. Its idempotency key was not used before, or is looked for again.
 *
 * @throws DomainError as `sendMessage`, but for verdicts
 */
export async function sendIdentified(
  caller: Caller,
  message: IdentifiedMessage,
  now: Date,
  idempotency: Idempotency | null,
): Promise<Result> {
  const { recipient, isPromotional, scheduledFor, warnings } = message;
  if (isPromotional && (await findSuppressed(caller.userId, [recipient])).has(recipient)) {
    throw new DomainError('recipient_suppressed', { param: 'recipient' });
  }
  const { errors, resetSeconds, refund } = await consumeSendLimits(caller, [
    { recipient, at: scheduledFor },
  ]);
  if (errors[0]) throw toLimitError(errors[0], resetSeconds);
  const row = buildMessageRow(caller, message, now);
  const answer = toQueuedMessageOutput(row, warnings);
  const request = { caller, messages: [row], idempotency, answer: toSavedAnswer(answer) };
  const result = await acceptBatched(request).catch((error) => {
    refund([0]);
    throw error;
  });
  if (!('replay' in result)) return { data: answer, replayed: false };
  refund([0]);
  return { data: await restoreAnswer(result.replay.answer), replayed: true };
}
