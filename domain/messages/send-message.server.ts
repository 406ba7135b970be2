import type { Caller } from '#domain/credentials/contract.ts';
import type { Answered, Idempotency } from '#domain/idempotency/contract.ts';
import { acceptTogether } from './accept-together.server.ts';
import type { MessageOutput, SendMessageInput } from './contract.ts';
import { newMessage, toQueuedMessage } from './new-message.server.ts';

/**
 * Accepts one message.
 *
 * @returns the message as accepted: committed, and on its way to the worker
 * @throws DomainError `message_limit_reached`, `api_call_limit_reached`, `idempotency_mismatch`
 */
export async function sendMessage(
  caller: Caller,
  input: SendMessageInput,
  idempotency: Idempotency | null = null,
): Promise<Answered<MessageOutput>> {
  const message = newMessage(caller, {
    recipient: input.recipient,
    content: input.message,
    sender: input.sender_id,
    templateId: input.template_id,
  });
  const answer = toQueuedMessage(message);
  const result = await acceptTogether({ caller, messages: [message], idempotency, answer });
  return 'replay' in result
    ? { data: result.replay.answer as MessageOutput, replayed: true }
    : { data: answer, replayed: false };
}
