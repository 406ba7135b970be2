import { clock } from '#platform/clock.ts';
import { logger } from '#platform/logger.ts';
import type { Carrier, Lane } from './carriers/contract.ts';
import { claimMessage } from './claim-message.server.ts';
import type { Attempt, ClaimedMessage, DeliverJobResult } from './contract.ts';
import { matchPartReceipts } from './match-receipts.server.ts';
import { type PreparedSubmit, prepareSubmits } from './prepare-submits.server.ts';
import { recordAttempt } from './record-attempt.server.ts';
import {
  type AcquiredSlot,
  acquireSlot,
  submitWithFailover,
} from './submit-with-failover.server.ts';
import { toAttempt, toExpiredAttempt, toUnsendableAttempt } from './to-attempt.ts';

/** Delay until the next attempt if no carrier is usable. */
const noCarrierDelayMs = 2_000;

/**
 * Submits one queued message to a carrier and records the outcome. The slot is acquired before the
 * row is claimed, so that nothing waits between claim and submit, and a dying worker leaves few
 * messages whose outcome is unknown.
 *
 * @param signal aborts the wait for a slot at shutdown
 */
export async function deliverMessage(
  messageId: string,
  lane: Lane,
  carriers: readonly Carrier[],
  signal: AbortSignal,
): Promise<DeliverJobResult> {
  const acquired = await acquireSlot(carriers, lane, signal);
  if (!acquired) return { kind: 'retry', retryInMs: noCarrierDelayMs };
  const message = await claimForSlot(acquired, messageId, lane);
  if (!message) return { kind: 'done' };

  const attempt = await attemptDelivery(acquired, message, lane, carriers, signal);
  await recordAttempt(attempt);
  const { state, reason, events } = attempt;
  logger.info({ messageId, carrier: events.at(-1)?.carrier, state, reason }, 'attempted');
  await matchPartReceipts(attempt.parts);
  if (attempt.state !== 'queued' || !attempt.dueAt) return { kind: 'done' };
  return { kind: 'retry', retryInMs: Math.max(0, attempt.dueAt.getTime() - clock.now().getTime()) };
}

/** Claims the message for the carrier of the slot; releases the slot if there is no message. */
async function claimForSlot({ slot }: AcquiredSlot, messageId: string, lane: Lane) {
  let message: ClaimedMessage | null = null;
  try {
    message = await claimMessage(messageId, slot.carrier, lane);
  } finally {
    if (!message) slot.release();
  }
  return message;
}

/** Tries the carriers, unless the message has expired or cannot be encoded. Releases the slot. */
async function attemptDelivery(
  acquired: AcquiredSlot,
  message: ClaimedMessage,
  lane: Lane,
  carriers: readonly Carrier[],
  signal: AbortSignal,
): Promise<Attempt> {
  const now = clock.now();
  if (message.validUntil <= now) {
    acquired.slot.release();
    return toExpiredAttempt(message, lane, now);
  }
  let submits: PreparedSubmit[];
  try {
    submits = prepareSubmits(message, now);
  } catch (error) {
    logger.error(
      { error, messageId: message.id },
      'message cannot be encoded or decrypted; marked failed',
    );
    acquired.slot.release();
    return toUnsendableAttempt(message, lane);
  }
  const { tries, skipped } = await submitWithFailover(
    message,
    submits,
    lane,
    carriers,
    acquired,
    signal,
  );
  return toAttempt(message, lane, tries, skipped, now, Math.random());
}
