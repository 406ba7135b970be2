import type { Caller } from '#domain/credentials/contract.ts';
import type { Answered, Idempotency } from '#domain/idempotency/contract.ts';
import { errorCatalogue } from '#domain/shared/errors.ts';
import { faultOf } from '#domain/shared/fault.ts';
import { findUnknownField } from '#domain/shared/unknown-field.ts';
import { acceptTogether } from './accept-together.server.ts';
import { type BatchResult, sendMessageInput } from './contract.ts';
import { type MessageRow, newMessage, toQueuedMessage } from './new-message.server.ts';

/**
 * Accepts up to 1,000 messages, each accepted or refused on its own. Where the quota has room for
 * some only, the first ones are accepted.
 *
 * @param items what the caller sent, not yet checked
 * @returns one result an item, in order
 * @throws DomainError `message_limit_reached` or `api_call_limit_reached` if there is room for
 *   none, `idempotency_mismatch`
 */
export async function sendBatch(
  caller: Caller,
  items: unknown[],
  idempotency: Idempotency | null = null,
): Promise<Answered<BatchResult[]>> {
  const messages: MessageRow[] = [];
  const answer = items.map((item): BatchResult => {
    const unknown = caller.settings.requestValidation && findUnknownField(sendMessageInput, item);
    if (unknown) return { status: 'error', error: unknown };
    const read = sendMessageInput.safeParse(item);
    if (!read.success) return { status: 'error', error: faultOf(read.error) };
    const message = newMessage(caller, {
      recipient: read.data.recipient,
      content: read.data.message,
      sender: read.data.sender_id,
      templateId: read.data.template_id,
    });
    messages.push(message);
    return { status: 'success', data: toQueuedMessage(message) };
  });
  if (messages.length === 0) return { data: answer, replayed: false };

  const result = await acceptTogether({ caller, messages, idempotency, answer });
  return 'replay' in result
    ? {
        data: limitTo(result.replay.answer as BatchResult[], result.replay.granted),
        replayed: true,
      }
    : { data: limitTo(answer, result.units), replayed: false };
}

/** The results as they are when the quota had room for the first `units` messages only. */
function limitTo(results: BatchResult[], units: number): BatchResult[] {
  let left = units;
  return results.map((result) => {
    if (result.status === 'error' || left-- > 0) return result;
    const code = 'message_limit_reached';
    return { status: 'error', error: { code, message: errorCatalogue[code] } };
  });
}
