import { countApiCall } from '#domain/billing/usage/count-api-call.server.ts';
import type { Caller } from '#domain/identity/api-keys/contract.ts';
import {
  consumeRecipientLimit,
  recipientLimitError,
} from '#domain/messaging/recipients/ceilings.server.ts';
import { describeIssue } from '#domain/shared/describe-issue.ts';
import { errorCatalogue } from '#domain/shared/errors.ts';
import type {
  Idempotency,
  IdempotentResult,
  SavedResponse,
} from '#domain/shared/idempotency/contract.ts';
import { findSavedResponse } from '#domain/shared/idempotency/saved-response.server.ts';
import { firstInputError } from '#domain/shared/input-error.ts';
import { findUnknownField } from '#domain/shared/unknown-field.ts';
import { mapInSlices } from '#platform/in-slices.ts';
import { acceptBatched } from './accept-batched.server.ts';
import {
  buildMessageRow,
  type NewMessageRow,
  toQueuedMessageOutput,
} from './build-message-row.server.ts';
import { type BatchResult, sendMessageInput } from './contract.ts';

/**
 * Accepts up to 1,000 messages, each validated on its own. If the quota has room for only some, the
 * first ones are accepted, up to one that does not fit. Parsing the items yields to other requests.
 * The batch counts as one API call even if no message is accepted.
 *
 * @param items untrusted
 * @returns one result per item, in order
 * @throws DomainError `message_limit_reached` or `api_call_limit_reached` if there is no room for
 *   any, `idempotency_mismatch`
 */
export async function sendBatch(
  caller: Caller,
  items: unknown[],
  idempotency: Idempotency | null = null,
): Promise<IdempotentResult<BatchResult[]>> {
  const before = idempotency && (await findSavedResponse(idempotency));
  if (before) return toReplay(before);

  const messages: NewMessageRow[] = [];
  const parsedItems = await mapInSlices(items, (item): BatchResult => {
    const unknown = caller.settings.requestValidation && findUnknownField(sendMessageInput, item);
    if (unknown) return { status: 'error', error: unknown };
    const parsed = sendMessageInput.safeParse(item, { error: describeIssue });
    if (!parsed.success) return { status: 'error', error: firstInputError(parsed.error) };
    const message = buildMessageRow(caller, {
      recipient: parsed.data.recipient,
      content: parsed.data.message,
      sender: parsed.data.sender_id,
      templateId: parsed.data.template_id,
    });
    messages.push(message);
    return { status: 'success', data: toQueuedMessageOutput(message) };
  });
  const { allowed, refund } = await consumeRecipientLimit(
    'message',
    caller,
    messages.map(({ recipient }) => recipient),
  );
  const answer = rejectLimited(parsedItems, allowed);
  const sent = [...messages.keys()].filter((i) => allowed[i]);
  if (sent.length === 0) {
    await countApiCall(caller.periodId);
    return { data: answer, replayed: false };
  }

  const request = { caller, messages: messages.filter((_, i) => allowed[i]), idempotency, answer };
  const result = await acceptBatched(request).catch((error) => {
    refund(sent);
    throw error;
  });
  refund('replay' in result ? sent : sent.slice(result.messages));
  return 'replay' in result
    ? toReplay(result.replay)
    : { data: limitTo(answer, result.messages), replayed: false };
}

const toReplay = ({ answer, granted }: SavedResponse): IdempotentResult<BatchResult[]> => ({
  data: limitTo(answer as BatchResult[], granted),
  replayed: true,
});

/** Replaces the results of messages whose recipient has reached its hourly limit by an error. */
function rejectLimited(results: BatchResult[], allowed: boolean[]): BatchResult[] {
  let place = 0;
  return results.map((result) => {
    if (result.status === 'error' || allowed[place++]) return result;
    return { status: 'error', error: recipientLimitError };
  });
}

/** The results if the quota had room for only the first `count` messages. */
function limitTo(results: BatchResult[], count: number): BatchResult[] {
  let left = count;
  return results.map((result) => {
    if (result.status === 'error' || left-- > 0) return result;
    const code = 'message_limit_reached';
    return { status: 'error', error: { code, message: errorCatalogue[code] } };
  });
}
