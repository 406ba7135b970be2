import { clock } from '#platform/clock.browser.ts';
import { logger } from '#platform/logger.ts';
import type { Lane, Slot, SubmitOutcome } from './carriers/contract.ts';
import type { ReservedMessage } from './contract.ts';
import { joinSubmits, type PreparedSubmit } from './prepare-submits.ts';
import type { AcquiredSlot, AcquireNext } from './queue/carrier-turns.ts';
import { markSubmitting } from './queue/reserve-messages.ts';

/** The segments that one carrier was given, with their outcomes. */
export type CarrierAttempt = { carrier: string; parts: SegmentResult[] };

/**
 * Submits a message that is marked to a carrier, and if that carrier is the problem, to the next one.
 *
 * @param first the slot of the carrier that it is marked for; every slot is released
 * @returns the attempts by carrier, and the skipped carriers
 */
export async function submitWithFailover(
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

/** Whether the carrier is the problem, so that another may accept the message at once. */
function canFailOver(outcome: SubmitOutcome | undefined): boolean {
  if (outcome?.kind === 'not_sent') return true;
  if (outcome?.kind !== 'refused') return false;
  return ['throttled', 'temporary', 'bind_lost', 'other_carrier'].includes(outcome.refusal);
}

/**
 * Marks the message for the carrier now used, so that a receipt can be matched if this worker is lost.
 *
 * @returns false if it could not be: then the slot is released, and the outcome so far is recorded
 */
async function markNextCarrier(message: ReservedMessage, slot: Slot, lane: Lane): Promise<boolean> {
  let isMarked = false;
  try {
    isMarked = (await markSubmitting(message, slot.carrier, lane)) !== null;
  } catch (error) {
    logger.warn({ error, messageId: message.id }, 'no other carrier is tried');
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
 * Submits the segments that no carrier has accepted yet, one after the other, until one fails: an
 * incomplete message is useless, so the rest can wait. A carrier that takes texts as a whole gets all in one submit, unless
 * another one has accepted some: then the rest has headers, by which the handset joins them.
 *
 * @param done segments that were accepted already
 * @returns the segments tried; all but the last are accepted
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
