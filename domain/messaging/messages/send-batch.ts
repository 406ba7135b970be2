import { countApiCall } from '#domain/billing/usage/count-api-call.ts';
import { prepareIdentify } from '#domain/dlt/sending/identify.ts';
import { type Caller, findTemplateRefusal } from '#domain/identity/api-keys/contract.browser.ts';
import { consumeSendLimits } from '#domain/messaging/recipients/consume-send-limits.ts';
import { findSuppressed, suppressedError } from '#domain/messaging/recipients/suppressions.ts';
import {
  describeIssue,
  firstInputError,
  type InputError,
  toInputError,
} from '#domain/shared/describe-issue.browser.ts';
import { docUrlOf } from '#domain/shared/doc-url.ts';
import { DomainError, errorCatalogue } from '#domain/shared/errors.browser.ts';
import {
  findSavedResponse,
  type Idempotency,
  type IdempotentResult,
  type SavedResponse,
} from '#domain/shared/idempotency/saved-response.ts';
import { findUnknownField } from '#domain/shared/unknown-field.ts';
import { clock } from '#platform/clock.browser.ts';
import { mapInSlices } from '#platform/in-slices.ts';
import {
  acceptBatched,
  buildMessageRow,
  type NewMessageRow,
  toQueuedMessageOutput,
} from './accept-messages.ts';
import { sendMessageInput } from './contract.ts';
import type { BatchResult } from './outputs.ts';
import { restoreAnswers, toDraft, toSavedAnswers } from './send-message.ts';
import { findUnsupportedField } from './unsupported-fields.ts';

/**
 * Accepts up to 1,000 messages. Each message is validated and checked separately. If the quota is too small for all of them,
 * messages are accepted in order until one does not fit. Parsing the items yields to other requests. The batch counts as one
 * API call even if no message is accepted.
 *
 * @param items untrusted
 * @returns one result per item, in order
 * @throws DomainError `message_limit_reached` or `api_call_limit_reached` if the quota allows no message at all,
 *   `idempotency_mismatch`
 */
export async function sendBatch(
  caller: Caller,
  items: unknown[],
  idempotency: Idempotency | null = null,
): Promise<IdempotentResult<BatchResult[]>> {
  const before = idempotency && (await findSavedResponse(idempotency));
  if (before) return toReplay(before);

  const identify = await prepareIdentify(caller.userId, { isTest: !caller.livemode });
  const rows: NewMessageRow[] = [];
  const parsedItems = await mapInSlices(items, (item): BatchResult => {
    const unknown = caller.settings.requestValidation && findUnknownField(sendMessageInput, item);
    if (unknown) return toFailed(unknown);
    const unsupported = findUnsupportedField(item, { canSchedule: true });
    if (unsupported) return toFailed(unsupported);
    const parsed = sendMessageInput.safeParse(item, { error: describeIssue });
    if (!parsed.success) return toFailed(firstInputError(parsed.error));
    // Each item gets its own time, so that the ids have the order of the items.
    const now = clock.now();
    const draft = toDraft(parsed.data, now);
    const message = draft instanceof DomainError ? draft : identify(draft, now);
    if (message instanceof DomainError) return toFailed(toInputError(message));
    const refusal = findTemplateRefusal(caller, message.templateId);
    if (refusal) return toFailed(toInputError(refusal));
    const row = buildMessageRow(caller, message, now);
    rows.push(row);
    return { status: 'success', data: toQueuedMessageOutput(row, message.warnings) };
  });
  const suppressed = await findSuppressed(
    caller.userId,
    rows.filter(({ promotional }) => promotional).map(({ recipient }) => recipient),
  );
  const suppressions = rows.map((row) =>
    row.promotional && suppressed.has(row.recipient) ? suppressedError : null,
  );
  const messages = rows.filter((_, i) => !suppressions[i]);
  const { errors, refund } = await consumeSendLimits(
    caller,
    messages.map(({ recipient, scheduled_for, due_at }) => ({
      recipient,
      at: due_at ?? scheduled_for,
    })),
  );
  const answer = rejectFor(rejectFor(parsedItems, suppressions), errors);
  const sent = [...messages.keys()].filter((i) => !errors[i]);
  if (sent.length === 0) {
    await countApiCall(caller);
    return { data: answer, replayed: false };
  }

  const request = {
    ...{ caller, idempotency, answer: toSavedAnswers(answer) },
    messages: messages.filter((_, i) => !errors[i]),
  };
  const result = await acceptBatched(request).catch((error) => {
    refund(sent);
    throw error;
  });
  refund('replay' in result ? sent : sent.slice(result.messages));
  return 'replay' in result
    ? toReplay(result.replay)
    : { data: limitTo(answer, result.messages), replayed: false };
}

const toReplay = async ({
  answer,
  granted,
}: SavedResponse): Promise<IdempotentResult<BatchResult[]>> => ({
  data: await restoreAnswers(limitTo(answer as BatchResult[], granted)),
  replayed: true,
});

const toFailed = (error: InputError): BatchResult => ({
  status: 'error',
  error: { ...error, docUrl: docUrlOf(error.code) },
});

/**
 * If a message may not be sent, replaces its successful result with an error. `errors` has one entry per successful result,
 * in order; null means no error.
 */
function rejectFor(results: BatchResult[], errors: (InputError | null)[]): BatchResult[] {
  let place = 0;
  return results.map((result) => {
    const error = result.status === 'error' ? null : errors[place++];
    return error ? toFailed(error) : result;
  });
}

/** Replaces all successful results after the first `count` with the error `message_limit_reached`. */
function limitTo(results: BatchResult[], count: number): BatchResult[] {
  let left = count;
  return results.map((result) => {
    if (result.status === 'error' || left-- > 0) return result;
    const code = 'message_limit_reached';
    return toFailed({ code, message: errorCatalogue[code] });
  });
}
