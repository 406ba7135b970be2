import { clock } from '#platform/clock.ts';
import type { Carrier, Lane } from './carriers/contract.ts';
import { claimMessage } from './claim-message.server.ts';
import type { ClaimedMessage, Delivery } from './contract.ts';
import { handOver } from './hand-over.server.ts';
import { matchPartReceipts } from './match-receipts.server.ts';
import { recordAttempt } from './record-attempt.server.ts';
import { takeSlot } from './take-slot.server.ts';
import { expiredAttempt, toAttempt } from './to-attempt.ts';

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
): Promise<Delivery> {
  const taken = await takeSlot(carriers, lane, signal);
  if (!taken) return { kind: 'again', afterMs: noCarrierMs };

  let message: ClaimedMessage | null;
  try {
    message = await claimMessage(messageId, taken.slot.carrier, lane);
  } catch (error) {
    taken.slot.release();
    throw error;
  }
  if (!message) {
    taken.slot.release();
    return { kind: 'done' };
  }
  if (message.validUntil <= clock.now()) {
    taken.slot.release();
    await recordAttempt(expiredAttempt(message, lane, clock.now()));
    return { kind: 'done' };
  }

  const { tries, skipped } = await handOver(message, lane, carriers, taken, signal);
  const attempt = toAttempt(message, lane, tries, skipped, clock.now(), Math.random());
  await recordAttempt(attempt);
  await matchPartReceipts(attempt.parts);
  if (attempt.state !== 'queued' || !attempt.dueAt) return { kind: 'done' };
  return { kind: 'again', afterMs: Math.max(0, attempt.dueAt.getTime() - clock.now().getTime()) };
}
