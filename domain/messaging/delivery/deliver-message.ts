import { receiveSimulatedReceipts } from '#domain/messaging/test-mode/receive-simulated-receipts.ts';
import { keepForReceipt } from '#domain/messaging/test-mode/simulated-receipt.ts';
import { isDatabaseUnavailable, isTimeLimit } from '#platform/database-errors.ts';
import { logger } from '#platform/logger.ts';
import { retry } from '#platform/promises.ts';
import { recordHeaderUse } from '../dlt/sending/record-header-use.ts';
import type { Lane } from './carriers/contract.ts';
import type { Attempt, ReservedMessage } from './contract.ts';
import { findClosed } from './find-hindrances.ts';
import { prepareSubmits, readText } from './prepare-submits.ts';
import type { AcquiredSlot, AcquireNext } from './queue/carrier-turns.ts';
import { markSubmitting } from './queue/reserve-messages.ts';
import { matchPartReceipts } from './receipts/match-stored-receipts.ts';
import { recordAttempt } from './record-attempt.ts';
import type { MessageRoute } from './routing/routing.ts';
import { submitWithFailover } from './submit-with-failover.ts';
import { toAttempt, toHinderedAttempt, toUnsendableAttempt } from './to-attempt.ts';

/**
 * Submits one reserved message to a carrier and records the outcome. It is marked after its slot is free, so that
 * nothing waits between mark and submit, and a lost worker leaves few messages whose outcome is unknown. A test message comes
 * a second time, for its receipt.
 *
 * @param route why its carriers were chosen
 * @param acquired the slot, which is released
 * @param acquireNext waits for a slot of another carrier of the route
 * @param signal aborts the wait for PostgreSQL before the submit, at shutdown
 * @returns after how many milliseconds to try again; null if it has ended or is not this worker's any more
 */
export async function deliverMessage(
  message: ReservedMessage,
  lane: Lane,
  route: MessageRoute,
  acquired: AcquiredSlot,
  acquireNext: AcquireNext,
  signal: AbortSignal,
): Promise<number | null> {
  if (message.awaitsReceipt) return receiveSimulatedReceipts(message, acquired.slot);
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
    logger.warn({ error }, 'early receipts are left to the reconciler'),
  );
  return attempt.retryInMs;
}

/**
 * Tries the carriers, unless the message cannot be encoded, is not this worker's any more, or has expired: then the
 * reconciler ends it.
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
    // Nothing has left yet: rather than hold a slot, a message that takes too long to mark is given up.
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
  if (closed) return toHinderedAttempt(message, lane, closed);
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
  return message.livemode ? attempt : keepForReceipt(attempt, message);
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
