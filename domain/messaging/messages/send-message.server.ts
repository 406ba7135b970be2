import type { Caller } from '#domain/identity/credentials/contract.ts';
import { ceilingReached, takeFromCeiling } from '#domain/messaging/recipients/ceilings.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import type { Answered, Idempotency } from '#domain/shared/idempotency/contract.ts';
import { recallAnswer } from '#domain/shared/idempotency/recall-answer.server.ts';
import { acceptTogether } from './accept-together.server.ts';
import type { MessageOutput, SendMessageInput } from './contract.ts';
import { newMessage, toQueuedMessage } from './new-message.server.ts';

/**
 * Accepts one message.
 *
 * @returns the message as accepted: committed, and on its way to the worker
 * @throws DomainError `rate_limited` if its number gets no more in this hour, `message_limit_reached`, `api_call_limit_reached`, `idempotency_mismatch`
 */
export async function sendMessage(
  caller: Caller,
  input: SendMessageInput,
  idempotency: Idempotency | null = null,
): Promise<Answered<MessageOutput>> {
  const before = idempotency && (await recallAnswer(idempotency));
  if (before) return { data: before.answer as MessageOutput, replayed: true };

  const { allowed, resetSeconds, giveBack } = await takeFromCeiling('message', caller, [
    input.recipient,
  ]);
  if (!allowed[0]) {
    const { code, ...details } = ceilingReached;
    throw new DomainError(code, { ...details, retryAfterSeconds: resetSeconds });
  }
  const message = newMessage(caller, {
    recipient: input.recipient,
    content: input.message,
    sender: input.sender_id,
    templateId: input.template_id,
  });
  const answer = toQueuedMessage(message);
  const request = { caller, messages: [message], idempotency, answer };
  const result = await acceptTogether(request).catch((error) => {
    giveBack([0]);
    throw error;
  });
  if (!('replay' in result)) return { data: answer, replayed: false };
  giveBack([0]);
  return { data: result.replay.answer as MessageOutput, replayed: true };
}
