import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import type { Carrier, Lane, Slot, SubmitOutcome } from './carriers/contract.ts';
import type { ClaimedMessage } from './contract.ts';
import { type SubmittedPart, submitMessage } from './submit-message.server.ts';
import { takeSlot } from './take-slot.server.ts';

/** What one carrier made of a message. */
export type CarrierTry = { carrier: string; at: Date; parts: SubmittedPart[] };

/**
 * Submits a claimed message to a carrier, and where that carrier is the trouble, to the next.
 *
 * @param first the slot that was taken before the claim; every slot is released
 * @returns what each carrier made of it, and which were passed over
 */
export async function handOver(
  message: ClaimedMessage,
  lane: Lane,
  carriers: readonly Carrier[],
  first: { slot: Slot; skipped: string[] },
  signal: AbortSignal,
): Promise<{ tries: CarrierTry[]; skipped: string[] }> {
  const tries: CarrierTry[] = [];
  const done = new Set(message.sentParts);
  const tried = new Set<string>();
  let next: typeof first | null = first;
  while (next) {
    const { slot } = next;
    tried.add(slot.carrier);
    const at = clock.now();
    try {
      const parts = await submitMessage(slot, message, done, at);
      tries.push({ carrier: slot.carrier, at, parts });
      for (const { seq, outcome } of parts) if (outcome.kind === 'accepted') done.add(seq);
      if (!mayAnotherTake(parts.at(-1)?.outcome)) break;
    } finally {
      slot.release();
    }
    next = await takeSlot(carriers, lane, signal, tried);
    if (next) await noteCarrier(message.id, next.slot);
  }
  return { tries, skipped: first.skipped };
}

/** Whether the trouble is the carrier's, so that another may take the message at once. */
function mayAnotherTake(outcome: SubmitOutcome | undefined): boolean {
  if (outcome?.kind === 'unwritten') return true;
  if (outcome?.kind !== 'refused') return false;
  return ['throttled', 'temporary', 'session'].includes(outcome.refusal);
}

/** Who has it now: if this worker dies, its receipt is looked for there. */
async function noteCarrier(id: string, slot: Slot): Promise<void> {
  try {
    await prisma.message.updateMany({
      where: { id, state: 'submitting' },
      data: { carrier: slot.carrier },
    });
  } catch (error) {
    slot.release();
    throw error;
  }
}
