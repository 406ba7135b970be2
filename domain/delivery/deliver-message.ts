import { clock } from '#platform/clock.browser.ts';
import { isDatabaseUnavailable, isTimeLimit } from '#platform/database-errors.ts';
import { logger } from '#platform/logger.ts';
import { retry } from '#platform/promises.ts';
import { recordHeaderUse } from '../dlt/sending/record-header-use.ts';
import { type Lane, type Slot, type SubmitOutcome, statusText } from './carriers/contract.ts';
import { findClosed, type SubmitFinding } from './check-before-submit.ts';
import type { Attempt, EventRow, PartRow, ReservedMessage } from './contract.ts';
import { joinSubmits, type PreparedSubmit, prepareSubmits, readText } from './prepare-submits.ts';
import type { AcquiredSlot, AcquireNext } from './queue/carrier-turns.ts';
import { leaveQueue, markSubmitting } from './queue/reserve-messages.ts';
import { matchPartReceipts } from './receipts/match-stored-receipts.ts';
import { recordAttempt } from './record-attempt.ts';
import { classifyFailure } from './retry-policy.ts';
import type { MessageRoute } from './routing/routing.ts';

/**
 * Submits one reserved message to a carrier and records the outcome. The message is marked only when it has a slot, and
 * is submitted directly afterwards. Therefore, if the worker is lost, the outcome of only a few messages is unknown.
 * For a test message, this function is called again when the receipt is due.
 *
 * @param route the carriers of the message, and the reason for their choice
 * @param acquired the slot of the first carrier, which this function releases
 * @param acquireNext waits for a slot of another carrier of the route
 * @param signal aborts the wait for PostgreSQL before the submit, at shutdown
 * @returns milliseconds until the next attempt; null if the message has ended or no longer belongs to this worker
 */
export async function deliverMessage(
  message: ReservedMessage,
  lane: Lane,
  route: MessageRoute,
  acquired: AcquiredSlot,
  acquireNext: AcquireNext,
  signal: AbortSignal,
): Promise<number | null> {
  if (message.awaitsReceipt) return receiveReceipts(message, acquired.slot);
  let attempt: Attempt | null;
  try {
    attempt = await attemptDelivery(message, lane, route, acquired, acquireNext, signal);
  } finally {
    acquired.slot.release();
  }
  if (!attempt) return null;
  await recordAttempt(attempt);
  if (attempt.state === 'sent' && message.livemode) recordHeaderUse(message);
  await matchPartReceipts(attempt.parts).catch((error) =>
    logger.warn({ error }, 'could not match early receipts; the reconciler will retry'),
  );
  return attempt.retryInMs;
}

/** The segments that were submitted to one carrier, with their outcomes. */
export type CarrierAttempt = { carrier: string; parts: SegmentResult[] };

/** Whether no carrier has accepted a part of the message in an earlier attempt. */
const isUntouched = ({ sentParts, round }: ReservedMessage): boolean =>
  sentParts.length === 0 && round === 0;

/** The attempt of a message that cannot be encoded or decrypted: the message fails. */
function toUnsendableAttempt(message: ReservedMessage, lane: Lane): Attempt {
  return {
    ...createAttempt(message, lane),
    state: 'failed',
    reason: 'could not be encoded',
    refund: isUntouched(message),
  };
}

/** The attempt of a message that may not be sent now: the message waits, or it fails and costs nothing. */
export function toBlockedAttempt(
  message: ReservedMessage,
  lane: Lane,
  { reason, waitMs }: SubmitFinding,
): Attempt {
  const attempt = createAttempt(message, lane);
  if (waitMs !== null) return { ...attempt, state: 'queued', reason, retryInMs: waitMs };
  return { ...attempt, state: 'failed', reason, refund: isUntouched(message) };
}

/** The route of the message, and how it was chosen. */
type TakenRoute = Pick<MessageRoute, 'name' | 'routedBy'>;

/**
 * Combines the outcomes of all carriers into one attempt of a message.
 *
 * @param random as for `classifyFailure`
 */
function toAttempt(
  message: ReservedMessage,
  lane: Lane,
  route: TakenRoute,
  tries: CarrierAttempt[],
  skipped: string[],
  now: Date,
  random: number,
): Attempt {
  const last = tries.at(-1)?.parts.at(-1)?.outcome;
  const attempt: Attempt = {
    ...createAttempt(message, lane),
    parts: tries.flatMap((one) => toParts(message, route, one)),
    events: [
      ...skipped.map((carrier) => ({
        message_id: message.id,
        at: now,
        kind: 'skipped' as const,
        carrier,
      })),
      ...tries.flatMap((one) => toEvents(message, one)),
    ],
  };
  if (!last || last.kind === 'accepted') return { ...attempt, state: 'sent' };

  const decision = classifyFailure(last, message.attempts, random);
  const reason = toReason(last);
  const untouched = isUntouched(message) && attempt.parts.length === 0;
  if (decision.kind === 'unknown') return { ...attempt, state: 'unknown', reason };
  if (decision.kind === 'give-up')
    return { ...attempt, state: 'failed', reason, refund: untouched };

  const dueAt = new Date(now.getTime() + decision.retryInMs);
  if (dueAt < message.validUntil) {
    const { retryInMs, counted } = decision;
    return { ...attempt, state: 'queued', reason, retryInMs, counted };
  }
  const at = tries.at(-1)?.parts.at(-1)?.at ?? now;
  const event: EventRow = { message_id: message.id, at, kind: 'expired' };
  const events = [...attempt.events, event];
  return { ...attempt, state: 'expired', reason, refund: untouched, events };
}

function createAttempt(message: ReservedMessage, lane: Lane): Attempt {
  return {
    messageId: message.id,
    reservation: message.reservation,
    lane,
    recipient: message.recipient,
    state: 'sent',
    reason: null,
    retryInMs: null,
    counted: false,
    refund: false,
    parts: [],
    events: [],
  };
}

function toParts(
  message: ReservedMessage,
  { name, routedBy }: TakenRoute,
  { carrier, parts }: CarrierAttempt,
): PartRow[] {
  return parts.flatMap(({ seq, segments, reference, outcome, at }): PartRow[] => {
    if (outcome.kind !== 'accepted' && outcome.kind !== 'unanswered') return [];
    return [
      {
        message_id: message.id,
        seq,
        carrier,
        // A carrier may accept a segment without giving it an id. Then only receipts that echo our reference match.
        carrier_message_id: (outcome.kind === 'accepted' && outcome.carrierMessageId) || null,
        reference,
        recipient: message.recipient,
        state: outcome.kind === 'accepted' ? 'sent' : 'unknown',
        submitted_at: outcome.kind === 'accepted' ? at : null,
        ...(name !== null && { route: name, routed_by: routedBy }),
        ...(segments > 1 && { segments }),
      },
    ];
  });
}

function toEvents(message: ReservedMessage, { carrier, parts }: CarrierAttempt): EventRow[] {
  return parts.flatMap(({ seq, segments, outcome, at }): EventRow[] => {
    if (outcome.kind === 'accepted') return [];
    const status = outcome.kind === 'refused' ? { status: statusText(outcome.status) } : {};
    const where = segments > 1 ? { carrier } : { seq, carrier };
    return [{ message_id: message.id, at, kind: outcome.kind, ...where, ...status }];
  });
}

function toReason(outcome: Exclude<SubmitOutcome, { kind: 'accepted' }>): string {
  if (outcome.kind === 'refused') {
    const { status, text, reason } = outcome;
    if (reason !== undefined) return reason;
    return `refused with ${statusText(status)}${text ? `: ${text}` : ''}`;
  }
  return outcome.kind === 'unanswered' ? 'no answer from the carrier' : 'no carrier connected';
}

/**
 * Submits a marked message to a carrier and, if that carrier is the problem, to the next one.
 *
 * @param first the slot of the carrier for which the message is marked. This function releases this slot and all further slots
 *   that it acquires
 * @returns the attempts by carrier, and the skipped carriers
 */
async function submitWithFailover(
  message: ReservedMessage,
  submits: PreparedSubmit[],
  lane: Lane,
  first: AcquiredSlot,
  acquireNext: AcquireNext,
): Promise<{ tries: CarrierAttempt[]; skipped: string[] }> {
  const tries: CarrierAttempt[] = [];
  const skipped = [...first.skipped];
  const done = new Set(message.sentParts);
  const tried = new Set<string>();
  let next: AcquiredSlot | null = first;
  while (next) {
    const { slot } = next;
    tried.add(slot.carrier);
    try {
      const parts = await submitSegments(slot, submits, done);
      tries.push({ carrier: slot.carrier, parts });
      for (const { seq, outcome } of parts) if (outcome.kind === 'accepted') done.add(seq);
      if (!canFailOver(parts.at(-1)?.outcome)) break;
    } finally {
      slot.release();
    }
    next = await acquireNext(tried, message.segments - done.size);
    if (next) skipped.push(...next.skipped);
    if (next && !(await markNextCarrier(message, next.slot, lane))) next = null;
  }
  return { tries, skipped };
}

/** Whether the carrier is the problem, so that another carrier may accept the message at once. */
function canFailOver(outcome: SubmitOutcome | undefined): boolean {
  if (outcome?.kind === 'not_sent') return true;
  if (outcome?.kind !== 'refused') return false;
  return ['throttled', 'temporary', 'bind_lost', 'other_carrier'].includes(outcome.refusal);
}

/**
 * Marks the message for the next carrier, so that a receipt from the next carrier can still be matched if the worker is lost.
 *
 * @returns false if the message could not be marked. Then the slot is released, and the caller records the outcome so far
 */
async function markNextCarrier(message: ReservedMessage, slot: Slot, lane: Lane): Promise<boolean> {
  let isMarked = false;
  try {
    isMarked = (await markSubmitting(message, slot.carrier, lane)) !== null;
  } catch (error) {
    logger.warn(
      { error, messageId: message.id },
      'could not mark a message for the next carrier, so no other carrier is tried',
    );
  } finally {
    if (!isMarked) slot.release();
  }
  return isMarked;
}

/** The outcome of one submit, and when it was known. */
type SegmentResult = {
  seq: number;
  segments: number;
  reference: number;
  outcome: SubmitOutcome;
  at: Date;
};

/**
 * Submits the segments that no carrier has accepted yet, one after the other. Stops at the first failure, because an incomplete
 * message is useless. A carrier that takes whole texts gets all segments in one submit. But if another carrier has accepted
 * some segments, the rest is sent as segments with headers, so that the handset can join all segments.
 *
 * @param done numbers of the segments that a carrier has already accepted
 * @returns the segments that were submitted; all of them except perhaps the last were accepted
 */
async function submitSegments(
  slot: Slot,
  submits: PreparedSubmit[],
  done: ReadonlySet<number>,
): Promise<SegmentResult[]> {
  const tried: SegmentResult[] = [];
  const asWhole = slot.takesWhole && submits.length > 1 && done.size === 0;
  for (const { seq, submit } of asWhole ? [joinSubmits(submits)] : submits) {
    if (done.has(seq)) continue;
    const outcome = await slot.submit(submit);
    const { reference, segments } = submit;
    tried.push({ seq, segments, reference, outcome, at: clock.now() });
    if (outcome.kind !== 'accepted') break;
  }
  return tried;
}

/**
 * Submits the message, unless it cannot be encoded, may not be sent at this hour, no longer belongs to this worker, or has
 * expired. The reconciler ends an expired message.
 */
async function attemptDelivery(
  message: ReservedMessage,
  lane: Lane,
  route: MessageRoute,
  acquired: AcquiredSlot,
  acquireNext: AcquireNext,
  signal: AbortSignal,
): Promise<Attempt | null> {
  const untilKnown = {
    // Nothing has been submitted yet. If the mark exceeds a time limit of PostgreSQL, there is no retry, so that the message
    // releases its slot.
    while: (error: unknown) =>
      isDatabaseUnavailable(error) && !isTimeLimit(error) && !signal.aborted,
    forMs: Number.POSITIVE_INFINITY,
  };
  const text = orUnsendable(message, () => readText(message));
  if (text === null) return toUnsendableAttempt(message, lane);
  const mark = () => markSubmitting(message, acquired.slot.carrier, lane);
  const now = await retry(mark, untilKnown);
  if (!now) return null;
  const closed = findClosed(message, now);
  if (closed) return toBlockedAttempt(message, lane, closed);
  const submits = orUnsendable(message, () => prepareSubmits(message, text, now));
  if (!submits) return toUnsendableAttempt(message, lane);
  const { tries, skipped } = await submitWithFailover(
    message,
    submits,
    lane,
    acquired,
    acquireNext,
  );
  const attempt = toAttempt(message, lane, route, tries, skipped, now, Math.random());
  const isSubmitted = attempt.state === 'sent' || attempt.state === 'unknown';
  const dueInMs = acquired.slot.receipts?.dueInMs(message.recipient) ?? null;
  return isSubmitted && dueInMs !== null ? { ...attempt, retryInMs: dueInMs } : attempt;
}

/**
 * Receives the receipts of a test message, because the simulated carrier cannot send receipts, and removes the message from the
 * queue. If this worker is lost in between, another worker receives the receipts again.
 *
 * @param slot this function releases it
 * @returns null: the message needs no further attempt
 */
async function receiveReceipts(message: ReservedMessage, slot: Slot): Promise<null> {
  try {
    await slot.receipts?.receive(message.id);
  } finally {
    slot.release();
  }
  await leaveQueue(message);
  return null;
}

/** @returns null if the text of a message cannot be decrypted or encoded */
function orUnsendable<T>({ id }: ReservedMessage, read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    logger.error({ error, messageId: id }, 'message cannot be encoded or decrypted; marked failed');
    return null;
  }
}
