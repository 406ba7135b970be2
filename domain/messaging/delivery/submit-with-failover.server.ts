import { prisma } from '#platform/db.server.ts';
import { type AcquiredSlot, acquireSlot } from './acquire-slot.server.ts';
import type { Carrier, Lane, Slot, SubmitOutcome } from './carriers/contract.ts';
import type { ClaimedMessage } from './contract.ts';
import type { PreparedSubmit } from './prepare-submits.server.ts';
import { type SegmentResult, submitSegments } from './submit-segments.ts';

/** Longest wait for the window of the next carrier, in milliseconds. */
const waitMs = 2_000;

/** What one carrier made of a message. */
export type CarrierAttempt = { carrier: string; parts: SegmentResult[] };

/**
 * Submits a claimed message to a carrier, and where that carrier is the trouble, to the next.
 *
 * @param first the slot that was taken before the claim; every slot is released
 * @returns what each carrier made of it, and which were passed over
 */
export async function submitWithFailover(
  message: ClaimedMessage,
  submits: PreparedSubmit[],
  lane: Lane,
  carriers: readonly Carrier[],
  first: AcquiredSlot,
  signal: AbortSignal,
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
    next = await acquireSlot(carriers, lane, soon(signal), tried);
    if (next) skipped.push(...next.skipped);
    if (next && !(await recordCurrentCarrier(message.id, next.slot))) next = null;
  }
  return { tries, skipped };
}

/** Whether the trouble is the carrier's, so that another may take the message at once. */
function canFailOver(outcome: SubmitOutcome | undefined): boolean {
  if (outcome?.kind === 'not_sent') return true;
  if (outcome?.kind !== 'refused') return false;
  return ['throttled', 'temporary', 'bind_lost'].includes(outcome.refusal);
}

/** The message is claimed already, so the next carrier is not waited for until the lease is over. */
const soon = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(waitMs)]);

/**
 * Who has it now: if this worker dies, its receipt is looked for there.
 *
 * @returns false if the claim is lost, and the slot given back
 */
async function recordCurrentCarrier(id: string, slot: Slot): Promise<boolean> {
  try {
    const { count } = await prisma.message.updateMany({
      where: { id, state: 'submitting' },
      data: { carrier: slot.carrier },
    });
    if (count === 0) slot.release();
    return count > 0;
  } catch (error) {
    slot.release();
    throw error;
  }
}
