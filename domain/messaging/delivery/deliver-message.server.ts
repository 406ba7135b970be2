import { clock } from '#platform/clock.ts';
import { logger } from '#platform/logger.ts';
import { type AcquiredSlot, acquireSlot } from './acquire-slot.server.ts';
import type { Carrier, Lane } from './carriers/contract.ts';
import { claimMessage } from './claim-message.server.ts';
import type { Attempt, ClaimedMessage, DeliverJobResult } from './contract.ts';
import { matchPartReceipts } from './match-receipts.server.ts';
import { type PreparedSubmit, prepareSubmits } from './prepare-submits.server.ts';
import { recordAttempt } from './record-attempt.server.ts';
import { submitWithFailover } from './submit-with-failover.server.ts';
import { toAttempt, toExpiredAttempt, toUnsendableAttempt } from './to-attempt.ts';

/** How long a message waits when no carrier takes anything. */
const noCarrierMs = 2_000;

/**
 * Hands one queued message to a carrier and records what became of it.
 *
 * The slot is taken before the row is claimed: between claim and submit nothing waits, so that a
 * worker that dies leaves few messages of which nobody knows whether they were sent.
 *
 * @param signal aborts the wait for a slot, when the worker ends
 */
export async function deliverMessage(
  messageId: string,
  lane: Lane,
  carriers: readonly Carrier[],
  signal: AbortSignal,
): Promise<DeliverJobResult> {
  const taken = await acquireSlot(carriers, lane, signal);
  if (!taken) return { kind: 'again', afterMs: noCarrierMs };
  const message = await claimForSlot(taken, messageId, lane);
  if (!message) return { kind: 'done' };

  const attempt = await attemptDelivery(taken, message, lane, carriers, signal);
  await recordAttempt(attempt);
  const { state, reason, events } = attempt;
  logger.info({ messageId, carrier: events.at(-1)?.carrier, state, reason }, 'attempted');
  await matchPartReceipts(attempt.parts);
  if (attempt.state !== 'queued' || !attempt.dueAt) return { kind: 'done' };
  return { kind: 'again', afterMs: Math.max(0, attempt.dueAt.getTime() - clock.now().getTime()) };
}

/** Claims the message for the carrier whose slot was taken; without a message it is given back. */
async function claimForSlot({ slot }: AcquiredSlot, messageId: string, lane: Lane) {
  let message: ClaimedMessage | null = null;
  try {
    message = await claimMessage(messageId, slot.carrier, lane);
  } finally {
    if (!message) slot.release();
  }
  return message;
}

/** Tries the carriers, unless the message is over or cannot be sent. The slot is given back. */
async function attemptDelivery(
  taken: AcquiredSlot,
  message: ClaimedMessage,
  lane: Lane,
  carriers: readonly Carrier[],
  signal: AbortSignal,
): Promise<Attempt> {
  const now = clock.now();
  if (message.validUntil <= now) {
    taken.slot.release();
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
    taken.slot.release();
    return toUnsendableAttempt(message, lane);
  }
  const { tries, skipped } = await submitWithFailover(
    message,
    submits,
    lane,
    carriers,
    taken,
    signal,
  );
  return toAttempt(message, lane, tries, skipped, now, Math.random());
}
