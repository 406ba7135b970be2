import { findLockedMonths } from '#domain/billing/usage/find-locked-months.ts';
import { DomainError, invariant } from '#domain/shared/errors.browser.ts';
import type { SavedResponse } from '#domain/shared/idempotency/contract.ts';
import { findSavedResponse } from '#domain/shared/idempotency/saved-response.ts';
import { createBatch } from '#platform/batch.ts';
import { createLockAwareBatch } from '#platform/lock-aware-batch.ts';
import { enqueue } from '#platform/queue.ts';
import { type AcceptRequest, type AcceptResult, acceptMessages } from './accept-messages.ts';
import { recordAccepted } from './accept-metrics.ts';
import { wakeUpJob } from './jobs.ts';
import { type Flushed, markRetries } from './mark-retries.ts';

/** Messages per statement; one batch request may be as large. */
const maxBatchSize = 1_000;

const size = {
  max: maxBatchSize,
  weigh: ({ messages }: AcceptRequest) => messages.length,
};

const acceptLive = createLockAwareBatch(flush, {
  ...size,
  groupOf: ({ caller }) => caller.periodId,
  findLocked: findLockedMonths,
});

/** Test messages lock no usage month, and never wait for one. */
const acceptTest = createBatch((requests: AcceptRequest[]) => flush(requests), size);

/**
 * Accepts the messages of one request together with those of other waiting requests. The caller has
 * checked the idempotency key before (`findSavedResponse`); the statement checks it again, as the
 * same request may have arrived meanwhile.
 *
 * @returns how many of its messages were accepted, from the first; or the saved response of its
 *   idempotency key. The rows are committed, and delivery is being woken up.
 * @throws DomainError `message_limit_reached`, `api_call_limit_reached`, `idempotency_mismatch`
 */
export async function acceptBatched(
  request: AcceptRequest,
): Promise<{ messages: number } | { replay: SavedResponse }> {
  const { idempotency } = request;
  const began = performance.now();
  const result = await acceptOnce(request);
  if (result.kind === 'accepted') {
    const ids = request.messages.slice(0, result.messages).map(({ id }) => id);
    recordAccepted(request.caller.livemode ? 'message' : 'test', ids, began);
    return { messages: result.messages };
  }

  const saved = idempotency && (await findSavedResponse(idempotency));
  if (saved) return { replay: saved };
  invariant(result.kind === 'refused', 'a repeated request has a saved response');
  throw new DomainError(result.code);
}

/**
 * Repeats until the result is final. Only near the end of a month's quota does this take more than
 * one round.
 */
async function acceptOnce(request: AcceptRequest): Promise<AcceptResult> {
  for (;;) {
    const result = await (request.caller.livemode ? acceptLive : acceptTest)(request);
    if (result.kind !== 'again') return result;
  }
}

/** One statement, and nothing after it that may fail: see `createBatch`. */
async function flush(requests: AcceptRequest[], lockWaitMs?: number): Promise<Flushed[]> {
  const results = await acceptMessages(requests, lockWaitMs === undefined ? {} : { lockWaitMs });
  const lane = requests[0]?.caller.livemode === false ? 'test' : 'messages';
  void enqueue(wakeUpJob[lane], listSenders(requests, results));
  return markRetries(requests, results);
}

/** The accounts with accepted messages, without duplicates. */
function listSenders(requests: AcceptRequest[], results: AcceptResult[]) {
  const accepted = requests.filter((_, i) => results[i]?.kind === 'accepted');
  return [...new Set(accepted.map(({ caller }) => caller.userId))].map((userId) => ({ userId }));
}
