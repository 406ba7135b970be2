import type { Caller } from '#domain/credentials/contract.ts';
import type { Answered, Idempotency, Remembered } from '#domain/idempotency/contract.ts';
import { recallAnswer } from '#domain/idempotency/recall-answer.server.ts';
import { errorCatalogue } from '#domain/shared/errors.ts';
import { faultOf } from '#domain/shared/fault.ts';
import { findUnknownField } from '#domain/shared/unknown-field.ts';
import { countApiCall } from '#domain/usage/count-api-call.server.ts';
import { mapInSlices } from '#platform/in-slices.ts';
import { acceptTogether } from './accept-together.server.ts';
import { type BatchResult, sendMessageInput } from './contract.ts';
import { type MessageRow, newMessage, toQueuedMessage } from './new-message.server.ts';

/**
 * Accepts up to 1,000 messages, each accepted or refused on its own. Where the quota has room for
 * some only, the first ones are accepted. Reading the items takes turns with other requests, and counts
 * as an API call even if none of them is accepted.
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
  const before = idempotency && (await recallAnswer(idempotency));
  if (before) return replayed(before);

  const messages: MessageRow[] = [];
  const answer = await mapInSlices(items, (item): BatchResult => {
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
  if (messages.length === 0) {
    await countApiCall(caller.periodId);
    return { data: answer, replayed: false };
  }
  const result = await acceptTogether({ caller, messages, idempotency, answer });
  if ('replay' in result) return replayed(result.replay);
  return { data: limitTo(answer, result.units), replayed: false };
}

const replayed = ({ answer, granted }: Remembered): Answered<BatchResult[]> => ({
  data: limitTo(answer as BatchResult[], granted),
  replayed: true,
});

/** The results as they are when the quota had room for the first `units` messages only. */
function limitTo(results: BatchResult[], units: number): BatchResult[] {
  let left = units;
  return results.map((result) => {
    if (result.status === 'error' || left-- > 0) return result;
    const code = 'message_limit_reached';
    return { status: 'error', error: { code, message: errorCatalogue[code] } };
  });
}
