import { countApiCall } from '#domain/billing/usage/count-api-call.server.ts';
import type { Caller } from '#domain/identity/api-keys/contract.ts';
import { ceilingReached, takeFromCeiling } from '#domain/messaging/recipients/ceilings.server.ts';
import { describeIssue } from '#domain/shared/describe-issue.ts';
import { errorCatalogue } from '#domain/shared/errors.ts';
import type {
  Idempotency,
  IdempotentResult,
  SavedResponse,
} from '#domain/shared/idempotency/contract.ts';
import { findSavedResponse } from '#domain/shared/idempotency/find-saved-response.server.ts';
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
 * Accepts up to 1,000 messages, each accepted or refused on its own. Where the quota has room for
 * some only, the first ones are accepted, until one does not fit. Reading the items takes turns with
 * other requests, and counts as an API call even if none of them is accepted.
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
): Promise<IdempotentResult<BatchResult[]>> {
  const before = idempotency && (await findSavedResponse(idempotency));
  if (before) return replayed(before);

  const messages: NewMessageRow[] = [];
  const read = await mapInSlices(items, (item): BatchResult => {
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
  const { allowed, giveBack } = await takeFromCeiling(
    'message',
    caller,
    messages.map(({ recipient }) => recipient),
  );
  const answer = withoutRefused(read, allowed);
  const sent = [...messages.keys()].filter((i) => allowed[i]);
  if (sent.length === 0) {
    await countApiCall(caller.periodId);
    return { data: answer, replayed: false };
  }

  const request = { caller, messages: messages.filter((_, i) => allowed[i]), idempotency, answer };
  const result = await acceptBatched(request).catch((error) => {
    giveBack(sent);
    throw error;
  });
  giveBack('replay' in result ? sent : sent.slice(result.messages));
  return 'replay' in result
    ? replayed(result.replay)
    : { data: limitTo(answer, result.messages), replayed: false };
}

const replayed = ({ answer, granted }: SavedResponse): IdempotentResult<BatchResult[]> => ({
  data: limitTo(answer as BatchResult[], granted),
  replayed: true,
});

/** The results with those refused whose number gets no more in this hour, by the order of what was read. */
function withoutRefused(results: BatchResult[], allowed: boolean[]): BatchResult[] {
  let place = 0;
  return results.map((result) => {
    if (result.status === 'error' || allowed[place++]) return result;
    return { status: 'error', error: ceilingReached };
  });
}

/** The results as they are when the quota had room for the first `count` messages only. */
function limitTo(results: BatchResult[], count: number): BatchResult[] {
  let left = count;
  return results.map((result) => {
    if (result.status === 'error' || left-- > 0) return result;
    const code = 'message_limit_reached';
    return { status: 'error', error: { code, message: errorCatalogue[code] } };
  });
}
