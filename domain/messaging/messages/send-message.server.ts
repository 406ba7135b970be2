import type { Caller } from '#domain/identity/api-keys/contract.ts';
import {
  consumeRecipientLimit,
  recipientLimitError,
} from '#domain/messaging/recipients/ceilings.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import type { Idempotency, IdempotentResult } from '#domain/shared/idempotency/contract.ts';
import { findSavedResponse } from '#domain/shared/idempotency/saved-response.server.ts';
import { acceptBatched } from './accept-batched.server.ts';
import { buildMessageRow, toQueuedMessageOutput } from './build-message-row.server.ts';
import type { MessageOutput, SendMessageInput } from './contract.ts';

/**
 * Accepts one message.
 *
 * @returns the accepted message: committed, its delivery is being woken up
 * @throws DomainError `rate_limited` if its recipient has reached the hourly limit,
 *   `message_limit_reached`, `api_call_limit_reached`, `idempotency_mismatch`
 */
export async function sendMessage(
  caller: Caller,
  input: SendMessageInput,
  idempotency: Idempotency | null = null,
): Promise<IdempotentResult<MessageOutput>> {
  const before = idempotency && (await findSavedResponse(idempotency));
  if (before) return { data: before.answer as MessageOutput, replayed: true };

  const { allowed, resetSeconds, refund } = await consumeRecipientLimit('message', caller, [
    input.recipient,
  ]);
  if (!allowed[0]) {
    const { code, ...details } = recipientLimitError;
    throw new DomainError(code, { ...details, retryAfterSeconds: resetSeconds });
  }
  const message = buildMessageRow(caller, {
    recipient: input.recipient,
    content: input.message,
    sender: input.sender_id,
    templateId: input.template_id,
  });
  const answer = toQueuedMessageOutput(message);
  const request = { caller, messages: [message], idempotency, answer };
  const result = await acceptBatched(request).catch((error) => {
    refund([0]);
    throw error;
  });
  if (!('replay' in result)) return { data: answer, replayed: false };
  refund([0]);
  return { data: result.replay.answer as MessageOutput, replayed: true };
}
