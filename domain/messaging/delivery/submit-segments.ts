import { clock } from '#platform/clock.ts';
import type { Slot, SubmitOutcome } from './carriers/contract.ts';
import type { PreparedSubmit } from './prepare-submits.server.ts';

/** One segment's submit, what became of it, and when that was known. */
export type SegmentResult = { seq: number; reference: number; outcome: SubmitOutcome; at: Date };

/**
 * Hands the segments that no carrier has yet to a carrier, one after the other, until one is not
 * accepted: a message of which a part is missing is of no use, so the rest can wait.
 *
 * @param done segments that were taken already
 * @returns the segments tried; all but the last are accepted
 */
export async function submitSegments(
  slot: Slot,
  submits: PreparedSubmit[],
  done: ReadonlySet<number>,
): Promise<SegmentResult[]> {
  const tried: SegmentResult[] = [];
  for (const { seq, submit } of submits) {
    if (done.has(seq)) continue;
    const outcome = await slot.submit(submit);
    tried.push({ seq, reference: submit.reference, outcome, at: clock.now() });
    if (outcome.kind !== 'accepted') break;
  }
  return tried;
}
